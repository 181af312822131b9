import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { askedNow, keepJoining, readJoining } from './service.ts'

/** What the members of the demonstration agreed to: all that is required, and news by mail. */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  if (!isDemo) return
  const asked = await askedNow(context)
  const terms = asked.filter(({ required }) => required).map(({ code, version }) => ({ code, version }))
  const said = await readJoining(context, { terms, channels: { EMAIL: true } })
  for (const { id, level } of accounts) if (level === 'member') await keepJoining(context, id, said)
}
