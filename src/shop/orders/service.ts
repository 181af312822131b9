export { cardMinutes, faultDays, numberOf, returnDays } from './rules.ts'
export { claimTermOf } from './rules-claim-term.ts'
export { dropUnpaid, takeCardPayment } from './server/change-order-state.ts'
export { describeOrder } from './server/describe-approval.ts'
export {
  findOrder,
  linesOf,
  noteEvent,
  ofTicket,
  ownedBy,
  piecesOf,
  presentOrder,
  withTicket,
} from './server/present-orders.ts'
export { parcelWords, sendOrderMail } from './server/send-order-mail.ts'
