import { m } from '#messages/messages.js'
import type { PublicLawyer } from '../contract.ts'

/** Those flagged `ceo` are called representative lawyers. */
export const lawyerTitle = ({ ceo }: Pick<PublicLawyer, 'ceo'>): string => (ceo ? m.home_lawyer_ceo() : m.home_lawyer())
