import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { queueMail, sendMail } from '../../src/platform/mail/mail.ts'
import { type TestApp, testApp } from '../support/app.ts'

const received: { to: string; subject: string; text: string }[] = []
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
        received.push({ to: session.envelope.rcptTo[0]!.address, subject: mail.subject ?? '', text: mail.text ?? '' })
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
    expect(received).toEqual([{ to: 'anouk@delinde.example', subject: 'Welkom € 5', text: 'Beste Zoë\n' }])
    expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 1 })
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
