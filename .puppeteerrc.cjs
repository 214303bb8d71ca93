// The browser is Debian's chromium-headless-shell: nothing is downloaded at install time.
module.exports = {skipDownload: true};
