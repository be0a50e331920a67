import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { keepDrawnFile } from '../../src/platform/files/kept-files.ts'
import { queueMail } from '../../src/platform/mail/mail.ts'
import { handOver, sendMail, sweepMails } from '../../src/platform/mail/sending.ts'
import { smtpRoute } from '../../src/platform/mail/smtp.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Breaks every connection to the mail server, as a failing network does. */
const cutOff = () => {
  for (const socket of sockets) socket.destroy()
}
const sockets = new Set<Socket>()
interface Received {
  to: string
  subject: string
  text: string
  files: { name: string | null; type: string; content: string }[]
}
const received: Received[] = []
/** Sessions that never get an answer to their letter. */
const hanging = new Set<string>()
/** How the server answers to the sender: with this error, or well. */
let senderRefused: { message: string; responseCode: number } | null = null
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, done) =>
    done(senderRefused ? Object.assign(new Error(senderRefused.message), senderRefused) : null),
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('weiger') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    const [first] = session.envelope.rcptTo
    if (first!.address.startsWith('hangt')) return void stream.resume().once('end', () => void hanging.add(session.id))
    // The server has it all, and the line breaks before its answer.
    if (first!.address.startsWith('afgebroken')) return void stream.resume().once('end', () => cutOff())
    if (first!.address.startsWith('later'))
      return void stream.resume().once('end', () => done(Object.assign(new Error('busy'), { responseCode: 451 })))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        received.push({
          to: session.envelope.rcptTo[0]!.address,
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          files: mail.attachments.map(({ filename, mimeType, content }) => ({
            name: filename,
            type: mimeType,
            content: Buffer.from(content as ArrayBuffer).toString(),
          })),
        })
        done()
      })
    })
  },
})

server.server.on('connection', (socket: Socket) => sockets.add(socket))

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, BASE_URL: 'http://noordkaap.example' } })
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const queue = (to: string) =>
  inTransaction(app.db, null, (trx) => queueMail(trx, app.services, { to, subject: 'Welkom € 5', text: 'Beste Zoë' }))
const smtp = () => smtpRoute('noreply@noordkaap.example', app.services.config.smtpUrl!)
const stateOf = (id: number) =>
  app.db
    .selectFrom('mails')
    .select(['state', 'error', 'attempts', 'text_body', 'secret', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('mail', () => {
  it('waits in a job of the same transaction and is handed over once', async () => {
    const id = await queue('anouk@delinde.example')
    const { rows } = await app.pool.query(`select 1 from graphile_worker._private_jobs where key = $1`, [`mail-${id}`])
    expect(rows).toHaveLength(1)
    await sendMail({ id }, app.services)
    await sendMail({ id }, app.services)
    expect(received).toEqual([{ to: 'anouk@delinde.example', subject: 'Welkom € 5', text: 'Beste Zoë\n', files: [] }])
    expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('carries the files it was given, whole and under their names', async () => {
    const bytes = Buffer.from('%PDF-1.7 and the rest')
    const { size, sha256 } = await app.services.files.write('documents/brief.pdf', Readable.from([bytes]))
    const id = await inTransaction(app.db, null, async (trx) => {
      const drawn = { key: 'documents/brief.pdf', name: 'brief é.pdf', mimeType: 'application/pdf', size, sha256 }
      const file = await keepDrawnFile(trx, drawn)
      expect(await keepDrawnFile(trx, drawn)).toBe(file)
      return queueMail(trx, app.services, {
        to: 'bijlage@delinde.example',
        subject: 'Brief',
        text: 'Zie bijlage',
        attachments: [file],
      })
    })
    await sendMail({ id }, app.services)
    const [mail] = received.filter(({ to }) => to.startsWith('bijlage'))
    expect(mail!.files).toEqual([{ name: 'brief é.pdf', type: 'application/pdf', content: bytes.toString() }])
  })

  it('is not queued when its transaction fails', async () => {
    await expect(
      inTransaction(app.db, null, async (trx) => {
        await queueMail(trx, app.services, { to: 'x@example.nl', subject: 'Nooit', text: '' })
        throw new Error('the work after it failed')
      }),
    ).rejects.toThrow()
    expect(await app.db.selectFrom('mails').select('id').where('subject', '=', 'Nooit').execute()).toEqual([])
  })

  it('forgets the link in it once it has left, but not before', async () => {
    const [sent, refused] = await inTransaction(app.db, null, async (trx) => {
      const link = (to: string) =>
        queueMail(trx, app.services, { to, subject: 'Account', text: 'Kies: /x?token=geheim1', secret: 'geheim1' })
      return [await link('link@klant.example'), await link('weiger.link@klant.example')]
    })
    for (const id of [sent, refused]) await sendMail({ id }, app.services)
    expect(received.at(-1)!.text).toContain('/x?token=geheim1')
    expect(await stateOf(sent)).toMatchObject({ state: 'sent', text_body: 'Kies: /x?token=•••', secret: '' })
    expect(await stateOf(refused)).toMatchObject({ state: 'refused', secret: 'geheim1' })
    const again = await (await app.as(1)).post(`/messages/resend/${sent}`, { to: 'link@klant.example' })
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('die na verzending is gewist')])
  })

  it('that is refused says why and is not tried again', async () => {
    const id = await queue('weiger@delinde.example')
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'refused' })
    expect((await stateOf(id)).error).toContain('no such mailbox')
  })

  it.each([
    ['waits when the server takes none from us', 530, 'queued'],
    ['is refused when it is too large', 552, 'refused'],
  ])('%s', async (_what, responseCode, state) => {
    const id = await queue('ontvanger@delinde.example')
    senderRefused = { message: 'not from you', responseCode }
    await sendMail({ id }, app.services)
    senderRefused = null
    expect(await stateOf(id)).toMatchObject({ state, error: expect.stringContaining('not from you') as string })
  })

  it('that was being handed over when the process died is uncertain, and never sent again by itself', async () => {
    const id = await queue('midden@delinde.example')
    await app.db.updateTable('mails').set({ state: 'sending' }).where('id', '=', id).execute()
    await sendMail({ id }, app.services)
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'uncertain' })
    expect(received.filter(({ to }) => to.startsWith('midden'))).toEqual([])
  })

  it('whose connection breaks after the server had it all is uncertain, and never sent again by itself', async () => {
    const id = await queue('afgebroken@delinde.example')
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'uncertain', attempts: 1 })
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'uncertain', attempts: 1 })
  })

  it('that the server cannot take now is tried again later', async () => {
    const id = await queue('later@delinde.example')
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'queued', attempts: 1 })
    const { rows } = await app.pool.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::integer as seconds from graphile_worker._private_jobs where key = $1`,
      [`mail-${id}`],
    )
    expect(rows[0]!.seconds).toBeGreaterThan(50)
  })

  it('is sent once when two workers take it at the same moment', async () => {
    const id = await queue('samen@delinde.example')
    await Promise.all([1, 2, 3, 4].map(() => handOver(app.services, id, smtp())))
    expect(received.filter(({ to }) => to.startsWith('samen'))).toHaveLength(1)
  })

  it('left behind by a process that died gets its state from the sweep', async () => {
    const id = await queue('achtergelaten@delinde.example')
    const set = (claimed: string) =>
      app.pool.query(`update mails set state = 'sending', claimed_at = now() - $2::interval where id = $1`, [
        id,
        claimed,
      ])
    await set('1 minute')
    await sweepMails({}, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'sending' })
    await set('11 minutes')
    await sweepMails({}, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'uncertain' })
  })

  it('only stands in the outbox where there is no mail server, and says so', async () => {
    const id = await queue('nergens@example.nl')
    await handOver(app.services, id, null)
    expect(await stateOf(id)).toMatchObject({
      state: 'kept',
      sent_at: null,
      error: 'Er is geen mailserver ingesteld; dit bericht is alleen hier bewaard.',
    })
  })

  it('stands in the outbox with what became of it', async () => {
    const planner = await app.as(2)
    const { text } = await planner.get('/messages?state=refused')
    expect(text).toContain('weiger@delinde.example')
    expect(text).toContain('Geweigerd')
  })
})

describe('a mail server that takes letters and never answers', () => {
  it('does not keep this process from stopping, and nothing is sent twice', async () => {
    await app.services.jobs.start(app.services, { graceMs: 100 })
    const id = await queue('hangt@klant.example')
    await expect.poll(() => hanging.size, { timeout: 15_000 }).toBe(1)
    await app.services.jobs.stop()
    expect(await stateOf(id)).toMatchObject({ state: 'uncertain', attempts: 1 })
  })

  it('holds up no other work', async () => {
    hanging.clear()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await queue(`hangt.${name}@klant.example`)
    await app.services.jobs.start(app.services, { graceMs: 100 })
    try {
      await expect.poll(() => hanging.size, { timeout: 15_000 }).toBeGreaterThan(1)
      await app.services.jobs.add(app.db, 'account.reset-link', { email: 'beheer@noordkaap.example' })
      const links = () =>
        app.db.selectFrom('mails').select('id').where('subject', '=', 'Nieuw wachtwoord kiezen').execute()
      await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(1)
    } finally {
      await app.services.jobs.stop()
    }
  })
})
