// What this process and its children create is closed to other accounts, unless a mode says otherwise. Imported before
// anything that may create a file.
if (process.platform !== 'win32') process.umask(0o077)
