const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes as people read them: `1.2 MB`. */
export const fileSize = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(1024)) : 0)
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
