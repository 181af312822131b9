import { m } from '#messages/messages.js'
import type { PublicLawyer } from '../contract.ts'

/** Returns the job title; lawyers with the flag `ceo` are representative lawyers. */
export const getLawyerTitle = ({ ceo }: Pick<PublicLawyer, 'ceo'>): string =>
  ceo ? m.home_lawyer_ceo() : m.home_lawyer()
