process.setSourceMapsEnabled(false);
