import type { OverviewPart } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { findCompany } from './find-company.ts'
import { listIntroductions } from './record-introduction.ts'

const page = '/me/company'

/** Waiting tasks: profiles with personal data to decide on, and a missing certificate. */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const company = await findCompany(context, context.principal.userId)
  if (!company) return {}
  const unconfirmed = (await listIntroductions(context, company.userId)).filter(({ state }) => state === 'asked')
  const kind = m.companies_wait_kind({}, { locale })
  return {
    waits: [
      ...unconfirmed.map(({ id }) => ({
        _id: `companies.${id}`,
        kind,
        title: m.companies_wait_asked({}, { locale }),
        text: m.companies_wait_asked_text({}, { locale }),
        until: null,
        act: m.companies_wait_asked_act({}, { locale }),
        to: page,
      })),
      ...(company.businessRegistration
        ? []
        : [
            {
              _id: 'companies.businessRegistration',
              kind,
              title: m.companies_wait_paper({}, { locale }),
              text: m.companies_wait_paper_text({}, { locale }),
              until: null,
              act: m.companies_wait_paper_act({}, { locale }),
              to: page,
            },
          ]),
    ],
  }
}
