import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'people',
      position: 40,
      to: '/console/approvals',
      label: m.approvals_title,
      scope: 'console:approvals',
      keywords: 'approvals approve two people 승인 요청 결재 审批',
    },
  ],
  scopes: { 'console:approvals': m.approvals_title },
  entities: { approvals: m.approvals_title },
  actions: { refuse: m.approvals_did_refuse, take_back: m.approvals_did_take_back },
  pendingWork: [
    {
      key: 'approvals.asked',
      position: 50,
      title: m.approvals_work,
      note: m.approvals_work_note,
      all: '/console/approvals?state=asked&mine=false',
      scope: 'console:approvals',
      mark: 'new',
    },
    {
      key: 'approvals.granted',
      position: 52,
      title: m.approvals_granted,
      note: m.approvals_granted_note,
      all: '/console/approvals?state=approved&mine=true',
      scope: 'console:approvals',
      mark: 'new',
    },
  ],
}
