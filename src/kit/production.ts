// React and others choose their build by it when they are first imported: this import stands before every other.
process.env.NODE_ENV ||= 'production'
