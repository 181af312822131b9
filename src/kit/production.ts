// React and others choose their build by it when they are first imported: this import must come before every other.
process.env.NODE_ENV ||= 'production'
