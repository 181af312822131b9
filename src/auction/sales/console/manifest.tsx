import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { stateLabels, voidCauseLabels } from './sale-labels.ts'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 40,
      to: '/console/auction/sales',
      label: m.sales_title,
      scope: 'console:auction',
      keywords: 'sales winners payments pickups 낙찰 결제 수령 成交',
    },
  ],
  pendingWork: [
    {
      key: 'sales.overdue',
      position: 46,
      title: m.sales_work,
      note: m.sales_work_note,
      all: '/console/auction/sales?state=awaiting',
      scope: 'console:auction',
      mark: 'new',
    },
  ],
  memberParts: { sales: { position: 42, title: m.sales_title, states: { ...stateLabels, ...voidCauseLabels } } },
  entities: { sales: m.sales_title },
  actions: {
    pay: m.sales_action_pay,
    collect: m.sales_action_collect,
    mail: m.sales_action_mail,
    expire: m.sales_action_expire,
    settle: m.sales_act_settle,
    offer: m.sales_act_offer,
  },
}
