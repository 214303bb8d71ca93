// Set-up finds a browser or says what it downloads (infra/start/browser.mjs): npm downloads none.
module.exports = {skipDownload: true};
