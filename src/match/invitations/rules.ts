/** States of an invitation. `declined` is hidden from the seller, who sees `open`. */
export const invitationStates = ['open', 'asked', 'withdrawn', 'declined'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Maximum number of characters. */
export const maxInvitationLength = 300

/** Path of the page where a buyer requests a meeting with a seller, without language prefix. */
export const requestMeetingPath = ({ fair, seller }: { fair: string; seller: string }): string =>
  `/me/matchings?${new URLSearchParams({ fair, seller })}`
