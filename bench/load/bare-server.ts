import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answer of the bare server to `/0`, `/1`, …: status, headers and body (base64) of the application's answer. */
export interface BareAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Given {
  status: number
  headers: Record<string, string>
  body: Buffer
}

// Separate process: plain `node:http` without a framework and without other work.
const answers: Given[] = []

process.on('message', (prepared: BareAnswer[]) => {
  answers.push(...prepared.map(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body, 'base64') })))
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    const answer = answers[Number(request.url?.slice(1))]
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
