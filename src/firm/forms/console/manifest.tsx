import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { ArrivalsWatch, arrivalsCountKey } from '../inbox/console/arrivals-watch.tsx'
import { stateLabels } from './request-resource.tsx'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'requests',
      position: 10,
      to: '/console/forms',
      label: m.forms_title,
      scope: 'console:forms',
      count: arrivalsCountKey,
      keywords: 'forms requests consult 상담 신청 접수 咨询',
    },
    {
      section: 'requests',
      position: 20,
      to: '/console/forms?assignee=me',
      label: m.forms_view_mine,
      scope: 'console:forms',
    },
    {
      section: 'requests',
      position: 30,
      to: '/console/forms?age=overdue',
      label: m.forms_view_overdue,
      scope: 'console:forms',
    },
  ],
  scopes: { 'console:forms': m.forms_scope },
  memberParts: { forms: { position: 20, title: m.forms_title, states: stateLabels } },
  entities: { forms: m.forms_title },
  actions: {
    read: m.forms_did_read,
    note: m.forms_did_note,
    answer: m.forms_did_answer,
    download: m.forms_did_download,
    file: m.forms_did_file,
    drop: m.forms_did_drop,
    recall: m.forms_did_withdraw,
    merge: m.forms_did_merge,
    separate: m.forms_did_separate,
    export: m.forms_did_export,
  },
  series: [
    {
      key: 'forms.received',
      position: 7,
      title: m.forms_trend_title,
      unit: m.forms_trend_unit,
      change: (difference) =>
        difference > 0 ? m.forms_trend_more({ count: difference }) : m.forms_trend_fewer({ count: -difference }),
    },
  ],
  pendingWork: [
    {
      key: 'forms.kept',
      position: 5,
      title: m.dashboard_kept,
      note: m.dashboard_kept_note,
      all: '/console/forms/kept',
      scope: 'console:forms',
      mark: 'new',
    },
    {
      key: 'forms.overdue',
      position: 10,
      title: m.dashboard_overdue,
      note: m.dashboard_overdue_note,
      all: '/console/forms?age=overdue',
      scope: 'console:forms',
      mark: 'new',
    },
    {
      key: 'forms.requests',
      position: 20,
      title: m.dashboard_requests,
      note: m.dashboard_requests_note,
      all: '/console/forms?state=received',
      scope: 'console:forms',
      mark: 'new',
    },
  ],
  sources: [
    {
      key: 'forms',
      position: 5,
      scope: 'console:forms',
      find: (...input) => import('./requests-palette.tsx').then(({ find }) => find(...input)),
      narrow: {
        label: (words) => m.forms_narrow({ words }),
        to: (words) => `/console/forms?q=${encodeURIComponent(words)}`,
      },
    },
  ],
  waiting: { requests: [arrivalsCountKey] },
  watch: ArrivalsWatch,
}
