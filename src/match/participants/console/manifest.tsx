import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { stateLabels } from './state-labels.ts'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'match',
      position: 30,
      to: '/console/participations',
      label: m.participants_title,
      scope: 'console:fairs',
      keywords: 'participations sellers buyers review 심사 셀러 바이어 参加',
    },
  ],
  pendingWork: [
    {
      key: 'participants.submitted',
      position: 44,
      title: m.participants_work,
      note: m.participants_work_note,
      all: '/console/participations?state=submitted',
      scope: 'console:fairs',
      mark: 'new',
    },
  ],
  memberParts: { participants: { position: 30, title: m.participants_title, states: stateLabels } },
  entities: { participations: m.participants_title, introductions: m.participants_introductions },
  actions: {
    apply: m.participants_did_apply,
    asked: m.participants_state_asked,
    approved: m.participants_state_approved,
    refused: m.participants_state_refused,
    withdraw: m.matchings_part_withdrawn,
  },
}
