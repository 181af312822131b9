export { cardMinutes, faultDays, numberOf, returnDays, termOf } from './rules.ts'
export { dropUnpaid, takeCardPayment } from './service-acts.ts'
export { sendOrderMail } from './service-mail.ts'
export { findOrder, linesOf, noteEvent, ofTicket, ownedBy, piecesOf, presentOrder, withTicket } from './service-read.ts'
