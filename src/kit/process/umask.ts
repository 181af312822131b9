// Files created by this process and its children are private to this account, unless created with an explicit mode.
// Import this before any module that may create a file.
if (process.platform !== 'win32') process.umask(0o077)
