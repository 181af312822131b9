import { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import records from './demo.json' with { type: 'json' }
import form from './demo-consult-form.json' with { type: 'json' }
import type { FormState } from './rules.ts'
import { FormKindInput } from './submission/contract-fields.ts'

/** Consultation form; also seeded without demo data, so that a new installation can take requests. */
export const consultForm: FormKindInput = FormKindInput.parse(form)

const { messages, answers, notes, photographs, families, given, estates, regions } = parseDemo(
  z.strictObject({
    /** Messages by practice; `{b}` is replaced by the building. */
    messages: z.record(z.string(), z.array(z.string())),
    /** Answers by practice. */
    answers: z.record(z.string(), z.string()),
    notes: z.array(z.string()),
    photographs: z.array(z.string()),
    families: z.string().describe('Family names of one syllable'),
    given: z.array(z.string()),
    estates: z.array(z.string()),
    regions: z.array(z.string()),
  }),
  records,
)

const officeOf: Record<string, string> = { incheon: 'incheon', gwangju: 'gwangju', jeonnam: 'gwangju' }

/** Demo request with its handling. Hours are relative to seeding. */
export interface DemoRequest {
  answers: Record<string, string>
  office: string | null
  state: FormState
  hoursAgo: number
  /** Index of the assignee among the staff. */
  assignee: number | null
  note: string | null
  answer: { subject: string; text: string } | null
  /** Illustrations in place of photographs, with their file names. */
  pictures: { asset: string; name: string }[]
}

const practices = Object.keys(messages)
const pick = <T>(list: ArrayLike<T>, index: number): T => list[index % list.length] as T

/** Nine new, twelve assigned, twenty-four answered and fifteen closed requests, newest first. */
const stateOf = (index: number): FormState =>
  index < 9 ? 'received' : index < 21 ? 'assigned' : index < 45 ? 'answered' : 'closed'

/** Returns sixty requests in all states, newest first. People, estates and numbers are fictional. */
export const demoRequests = (): DemoRequest[] =>
  Array.from({ length: 60 }, (_, index) => {
    const practice = pick(practices, index * 5 + Math.floor(index / 6))
    const estate = `${pick(estates, index * 3)} ${1 + ((index * 7) % 5)}단지`
    const place = pick(regions, index)
    const name = pick(families, index * 7) + pick(given, index * 5)
    const state = stateOf(index)
    const answered = state === 'answered' || (state === 'closed' && index % 3 > 0)
    const hasMail = answered || index % 4 > 0
    return {
      answers: {
        name,
        phone: `010-0000-${String(1000 + index * 137).slice(-4)}`,
        email: hasMail ? `resident${index + 1}@estate.example` : '',
        practice,
        building: estate,
        region: place,
        households: String(180 + ((index * 97) % 1400)),
        message: pick(messages[practice] ?? [], Math.floor(index / 6) + index).replaceAll('{b}', estate),
        office: officeOf[place] ?? '',
        lawyer: '',
      },
      office: officeOf[place] ?? null,
      state,
      hoursAgo: index < 9 ? 0.3 + index * 3.4 : 30 + (index - 9) * 29,
      assignee: state === 'received' ? null : index,
      pictures: index % 4 === 0 ? [{ asset: `business/${practice}`, name: pick(photographs, index) }] : [],
      note: index % 3 === 1 ? pick(notes, index) : null,
      answer: answered
        ? { subject: '상담 신청에 대한 답변입니다', text: `${name} 님께\n\n${answers[practice] ?? ''}` }
        : null,
    }
  })
