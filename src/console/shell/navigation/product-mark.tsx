/** The firm's logo: a gate with two leaves on a sill. Takes the current text color. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="7 8 50 50" aria-hidden="true">
      <path d="M12 54.6V20L28 10V54.6ZM8 54H56V57H8Z" fill="currentColor" />
      <path className="mark-leaf" d="M36 54.6V26L52 18V54.6Z" />
    </svg>
  )
}
