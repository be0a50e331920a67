import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { keepDrawnFile } from '../../src/platform/files/drawn-files.ts'
import { queueMail, sendMail } from '../../src/platform/mail/mail.ts'
import { type TestApp, testApp } from '../support/app.ts'

interface Received {
  to: string
  subject: string
  text: string
  files: { name: string | null; type: string; content: string }[]
}
const received: Received[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('weiger') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
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
const stateOf = (id: number) =>
  app.db.selectFrom('mails').select(['state', 'error', 'attempts']).where('id', '=', id).executeTakeFirstOrThrow()

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
    const { size, sha256 } = await app.services.files.write('tests/brief.pdf', Readable.from([bytes]))
    const id = await inTransaction(app.db, null, async (trx) => {
      const drawn = { key: 'tests/brief.pdf', name: 'brief é.pdf', mimeType: 'application/pdf', size, sha256 }
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

  it('that is refused says why and is not tried again', async () => {
    const id = await queue('weiger@delinde.example')
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'refused' })
    expect((await stateOf(id)).error).toContain('no such mailbox')
  })

  it('that was being handed over when the process died is uncertain, and never sent again by itself', async () => {
    const id = await queue('midden@delinde.example')
    await app.db.updateTable('mails').set({ state: 'sending' }).where('id', '=', id).execute()
    await sendMail({ id }, app.services)
    await sendMail({ id }, app.services)
    expect(await stateOf(id)).toMatchObject({ state: 'uncertain' })
    expect(received.filter(({ to }) => to.startsWith('midden'))).toEqual([])
  })

  it('stands in the outbox with what became of it', async () => {
    const planner = await app.as(2)
    const { text } = await planner.get('/messages?state=refused')
    expect(text).toContain('weiger@delinde.example')
    expect(text).toContain('Geweigerd')
  })
})
