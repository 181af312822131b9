// Checks that replaced terms of docs/voice.md do not return in messages, assets/content or the demonstration.
// Legitimate uses are listed below with their reason.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `inMessages`: checked in messages only, because articles may use the word in its ordinary sense. */
const words = {
  ko: [
    { word: /누리집/, say: '사이트' },
    { word: /(?:^|[\d}]|(?:이|그|같은|다음|이전|결과|새) )쪽(?!지)/, say: '페이지' },
    { word: /쪽지|우리끼리/, say: '내부 메모' },
    { word: /까닭/, say: '사유, 이유' },
    { word: /견주/, say: '비교하다' },
    { word: /저절로/, say: '자동으로' },
    { word: /여쭙|여쭈|여쭤/, say: '문의하다, 확인하다' },
    { word: /주소 넘김|넘긴 주소/, say: '주소 이동' },
    { word: /대체 글/, say: '대체 텍스트' },
    { word: /전자우편/, say: '이메일' },
    { word: /찾(?:을|는) 말|낱말/, say: '검색어' },
    { word: /지나온 일/, say: '처리 이력' },
    { word: /그만두기/, say: '취소' },
    { word: /되살리|되살려/, say: '복원' },
    { word: /바닥글|머리글/, say: '사이트 상단, 사이트 하단' },
    { word: /누르면 갈 곳/, say: '연결 주소' },
    { word: /단추/, say: '버튼' },
    { word: /(?:만든|보낸|받은|고친|올린) 때/, say: '등록일시, 발송일시, 수정일시' },
    { word: /(?:첫|처음) 화면/, say: '홈' },
    { word: /소유자 등급/, say: '총괄 관리자' },
    { word: /담보책임 기간/, say: '담보책임기간' },
    { word: /(?:공용|전유)부(?!분)/, say: '공용부분, 전유부분' },
    { word: /본사/, say: '주사무소' },
    { word: /묻고 답하기/, say: '자주 묻는 질문' },
    { word: /받아 보시는 것/, say: '제공 자료' },
    { word: /모델하우스/, say: '견본주택' },
    { word: /열닷새|열하루|아흐레|여드레/, say: '15일, 11일, 9일, 8일' },
    { word: /물길/, say: '누수 경로, 배수로' },
    { word: /적어 주|적으세요|적으십시오|써 주|쓰세요/, say: '입력해 주세요', inMessages: true },
    { word: /고르세요|고르십시오|골라|고르기|골랐/, say: '선택', inMessages: true },
    { word: /지울까요|지우시겠|지웠습니다|지워집니다/, say: '삭제', inMessages: true },
    { word: /부품/, say: '구성 요소', inMessages: true },
    { word: /한 사람/, say: '사용자, 작업자', inMessages: true },
    { word: /손님/, say: '비회원, 방문자', inMessages: true },
    { word: /콘솔|관리 화면/, say: '관리자 화면', inMessages: true },
    { word: /보내는 이|보낸 이/, say: '신청인, 발신자', inMessages: true },
  ],
  en: [
    { word: /(?<!\breal )\bestates?\b/i, say: 'apartment complex' },
    { word: /\bwarrant(?:y|ies)\b/i, say: 'defect liability' },
    { word: /\be-mails?\b/i, say: 'email' },
    { word: /\brepresentative (?:lawyer|attorney)s?\b/i, say: 'managing partner' },
    { word: /\b(?:common|shared|private) parts\b/i, say: 'common areas, individual units' },
    { word: /\bfuture residents\b/i, say: 'prospective residents' },
    { word: /(?<!\bprospective )\bresidents’ council/i, say: 'residents’ representative meeting' },
    { word: /\brepair reserve\b/i, say: 'maintenance reserve' },
    { word: /\blong-term repair plan/i, say: 'long-term maintenance plan' },
    { word: /\btext alternative/i, say: 'alt text' },
    { word: /\bwhoever\b/i, say: 'the person who' },
    { word: /\btaking a short break\b/i, say: 'temporarily unavailable' },
    { word: /\bfuture owners\b/i, say: 'buyers' },
    { word: /\bconditions?\b/i, say: 'filter', inMessages: true },
    { word: /\bbegun\b/i, say: 'in force', inMessages: true },
    { word: /\bin charge\b|^nobody$/i, say: 'assignee, unassigned', inMessages: true },
    { word: /\bcarry on\b/i, say: 'continue', inMessages: true },
  ],
  cn: [
    { word: /大厅/, say: '大青' },
    { word: /代表律师/, say: '管理合伙人' },
    { word: /组合/, say: '合作社' },
    { word: /住户代表会议|入住者代表/, say: '业主委员会' },
    { word: /准住户/, say: '准业主' },
    { word: /缺陷担保|担保责任期/, say: '质量保修期' },
    { word: /使用检查/, say: '竣工验收' },
    { word: /共同住宅(?!管理法)/, say: '住宅小区, 住宅' },
    { word: /长期修缮/, say: '长期维修计划' },
    { word: /城市整备/, say: '城市更新' },
    { word: /管理处分/, say: '权益分配' },
    { word: /假扣押|假处分/, say: '财产保全, 保全' },
    { word: /消灭时效/, say: '诉讼时效' },
    { word: /控制台|管理界面/, say: '管理后台' },
    { word: /版块/, say: '栏目' },
  ],
}

/** Allowed uses: `file` is the end of the path, `text` is contained in the text. */
export const exceptions = [
  { file: 'messages/ko/console.json', text: '머리글 행', reason: 'The header row of a table in the editor.' },
  { file: 'messages/en/auction.json', text: 'Condition report', reason: 'What auction houses call it.' },
  {
    file: 'messages/en/works.json',
    text: 'Condition report',
    reason: 'What an auction house calls the report on a work.',
  },
]

/** Returns each disallowed word of a text with its replacement. */
export const findWords = (locale, text, inMessages = false) =>
  words[locale].flatMap((rule) => {
    const [found] = (inMessages || !rule.inMessages ? text.match(rule.word) : null) ?? []
    return found === undefined ? [] : [{ found, say: rule.say }]
  })

/** True for a key, slug or address, which readers never see. */
const isName = (text) => /^[\w/.@#-]+$/.test(text) && /[-_/@]|^[a-z]+$/.test(text)

const textsOfJson = (value, locale) => {
  if (typeof value === 'string') return isName(value) ? [] : [{ locale, text: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, part]) => textsOfJson(part, key in words ? key : locale))
}

const localeOf = (text) => (/[가-힣]/.test(text) ? 'ko' : /\p{Script=Han}/u.test(text) ? 'cn' : 'en')

const textsOfSource = (path, source) => {
  const texts = []
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : undefined
    if (node.type === 'ImportDeclaration') return
    if (typeof text === 'string' && !isName(text)) texts.push({ locale: localeOf(text), text })
    for (const part of Object.values(node)) walk(part)
  }
  walk(parseSync(path, source).program)
  return texts
}

const textsOf = (path) => {
  const source = readFileSync(join(root, path), 'utf8')
  if (path.endsWith('.ts')) return textsOfSource(path, source)
  if (path.endsWith('.json')) return textsOfJson(JSON.parse(source), path.match(/^messages\/(\w+)\//)?.[1] ?? 'ko')
  const locale = path.match(/\.(ko|en|cn)\.html$/)?.[1] ?? 'ko'
  return source.split('\n').map((text) => ({ locale, text }))
}

export const checkVoice = () => {
  const used = new Set()
  const findings = ['messages', 'assets/content', 'assets/documents', 'src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((path) =>
      path.startsWith('src/') ? /\/demo(-consult-form)?\.(ts|json)$/.test(path) : /\.(json|html)$/.test(path),
    )
    .flatMap((path) =>
      textsOf(path).flatMap(({ locale, text }) => {
        const allowed = exceptions.filter((exception) => path.endsWith(exception.file) && text.includes(exception.text))
        for (const exception of allowed) used.add(exception)
        const rest = allowed.reduce((left, exception) => left.replaceAll(exception.text, ''), text)
        return findWords(locale, rest, path.startsWith('messages/')).map(
          ({ found, say }) => `${path}: "${found}" in "${text.slice(0, 60)}": say ${say}.`,
        )
      }),
    )
  const idle = exceptions.filter((exception) => !used.has(exception))
  return [...findings, ...idle.map(({ file, text }) => `${file}: the exception "${text}" is not needed.`)]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const findings = checkVoice()
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exit(1)
}
