/** Nearest-rank percentile; `share` is between 0 and 1. NaN without values. */
export const percentile = (values: Iterable<number>, share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: Iterable<number>): number => percentile(values, 0.5)
