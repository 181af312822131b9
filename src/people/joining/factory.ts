import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Client } from '#kit/client.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { certify } from '#people/certify/contract.ts'
import { buildProof, readSentCode } from '#people/certify/factory.ts'
import { createBusinessNumber } from '#people/companies/factory.ts'
import { buildAskedTerms } from '#people/consents/factory.ts'
import { levels } from '#people/levels/table.ts'
import { buildTicket } from '#people/users/factory.ts'
import type { joining } from './contract.ts'

type Input = z.input<typeof joining.join.body>

/** Creates what joining requires: terms in force and the default level. Idempotent. */
export const buildJoining = async (context: Context): Promise<string> => {
  const now = context.now()
  await context.database
    .insert(levels)
    .values({
      id: context.newId(),
      key: 'member',
      title: { ko: '일반회원' },
      rank: 10,
      forPersons: true,
      forCompanies: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
  return buildAskedTerms(context)
}

/** Proves an e-mail address like a user would; returns the proof. */
export const proveEmail = async (
  context: Context,
  client: Client<typeof certify>,
  contact: string,
): Promise<string> => {
  const { certification } = await client.send({ body: { channel: 'EMAIL', contact } })
  const code = await readSentCode(context, certification.contact)
  const { proof } = await client.confirm({
    params: { id: certification._id },
    body: { channel: 'EMAIL', contact: certification.contact, code },
  })
  return proof.token
}

/** Returns valid API input for a person who joins; `version` is that of the terms in force. */
export const joiningInput = (version: string, overrides: Partial<Input> & Pick<Input, 'proof'>): Input => ({
  kind: 'PERSON',
  username: 'saebyeok',
  password: 'a quiet gate of pine',
  name: '서새벽',
  over14: true,
  consents: {
    terms: [
      { code: 'service', version },
      { code: 'privacy', version },
    ],
    channels: { EMAIL: true },
  },
  ...overrides,
})

export const samples: Samples<typeof joining> = {
  join: async (context) => ({
    body: joiningInput(await buildJoining(context), {
      kind: 'COMPANY',
      username: `joiner${randomBytes(8).toString('hex')}`,
      proof: await buildProof(context),
      locale: 'ko',
      photo: await buildTicket(context, 'uploadPhoto'),
      company: {
        name: '(주)구운결',
        ceo: '서가온',
        businessNumber: createBusinessNumber(),
        category: '생활 도자',
        address: '서울특별시 중구 너른마당길 40',
        businessRegistration: await buildTicket(context, 'uploadRegistration'),
        logo: null,
        introduction: await buildTicket(context, 'uploadIntroduction'),
      },
    }),
  }),
}
