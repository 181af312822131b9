/** Of an invitation. `declined` is the buyer's to know: its seller is told `open`. */
export const invitationStates = ['open', 'asked', 'withdrawn', 'declined'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Characters. */
export const longestInvitation = 300

/** Where a buyer asks a seller for a meeting, without the language. */
export const askAddress = ({ fair, seller }: { fair: string; seller: string }): string =>
  `/me/matchings?${new URLSearchParams({ fair, seller })}`
