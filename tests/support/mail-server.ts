import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  from: string
  replyTo: string | null
  /** The names of the files that go along. */
  files: string[]
  /** Its calendar objects: beside the text, named for their method, and as files. */
  calendars: { mimeType: string; name: string | null; content: string }[]
}

/**
 * A mail server that keeps what it gets, and refuses addresses that begin with 'weiger'.
 * @param beforeAnswer what it waits for before it says that it took a mail, told how many it has by then
 */
export async function mailServer(
  beforeAnswer: (count: number) => Promise<void> = () => Promise.resolve(),
): Promise<{ url: string; received: ReceivedMail[]; stop: () => Promise<void> }> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('weiger') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(
          ({ subject = '', text = '', html = '', from, replyTo, attachments }) => {
            received.push({
              to: session.envelope.rcptTo[0]!.address,
              subject,
              text,
              html,
              from: from?.name ?? '',
              replyTo: replyTo?.[0]?.address ?? null,
              files: attachments.flatMap(({ filename, mimeType }) =>
                filename && !/calendar|ics/.test(mimeType) ? [filename] : [],
              ),
              calendars: attachments
                .filter(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics')
                .map(({ mimeType, filename, method, content }) => ({
                  mimeType,
                  name: filename ?? method ?? null,
                  content: typeof content === 'string' ? content : new TextDecoder().decode(content),
                })),
            })
            void beforeAnswer(received.length).then(() => done())
          },
        )
      })
    },
  })
  // A client that was killed breaks its connection; what it had sent stays.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
