/** Returns an identifier for permanent records such as the audit log: `M-3F9A-1C07`, from the random end of the id. */
export const formatMemberNumber = (id: string): string => {
  const end = id.replaceAll('-', '').slice(-8).toUpperCase()
  return `M-${end.slice(0, 4)}-${end.slice(4)}`
}
