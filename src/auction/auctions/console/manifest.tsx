import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 10,
      to: '/console/auction/programs',
      label: m.programs_title,
      scope: 'console:auction',
      words: 'auction programs 경매 행사 拍卖 专场',
    },
  ],
  scopes: { 'console:auction': m.programs_scope },
  entities: { programs: m.programs_title, entries: m.programs_entries },
  actions: { stop: m.programs_action_stop, resume: m.programs_action_resume, cancel: m.programs_act_cancel },
}
