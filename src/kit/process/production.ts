// Import this before any other module: React and others choose their build by NODE_ENV on first import.
process.env.NODE_ENV ||= 'production'
