import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '../../src/platform/mail/sending.ts'
import { type Browser, SECRET, type TestApp, testApp } from '../support/app.ts'
import { startProcess } from '../support/processes.ts'
import { visitor } from '../support/visitor.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const lastMail = () => app.db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
/** What the last mail reads like to this person, once it has ended where mail ends without a mail server. */
async function readLast(browser = administrator) {
  const mail = await lastMail()
  await sendMail({ id: mail.id }, app.services)
  expect((await lastMail()).state).toBe('kept')
  return (await browser.get(`/messages/view/${mail.id}`)).$
}
const add = async (roles: number[], email: string) => {
  const added = await administrator.post('/user/add', { name: 'Joost Bakker', email, 'roles[]': roles })
  return added.json<{ id: number }>().id
}

describe('without a mail server the link of an account', () => {
  it('is passed on by an administrator, to anybody but another administrator', async () => {
    await add([2], 'joost@noordkaap.example')
    const open = await readLast()
    expect(open('.prewrap').text()).toMatch(/\/firstUse\?token=[\w-]{32}/)
    expect((await readLast(await app.as(2)))('.prewrap').text()).toContain('/firstUse?token=•••')

    const other = await add([1, 3], 'joke@noordkaap.example')
    const guarded = async () => {
      const $ = await readLast()
      expect($('.prewrap').text()).toContain('token=•••')
      expect($('.note--info').text()).toContain('npm run admin')
    }
    await guarded()
    await administrator.post('/user/reset_password', { id: other })
    await guarded()
    await visitor(app).submit('/reset', { email: 'joke@noordkaap.example' }, '/reset/request')
    await app.runJobs('account.reset-link')
    await guarded()
    const own = { email: 'beheer.nieuw@noordkaap.example', current: 'noordkaap-demo' }
    await administrator.post('/profile/email', own)
    await app.runJobs('account.email-links')
    expect((await lastMail()).recipient).toBe('beheer.nieuw@noordkaap.example')
    await guarded()
  })
})

describe('npm run admin', () => {
  const runWith = (settings: Record<string, string>, script: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
      env: {
        ...process.env,
        DATABASE_URL: app.connectionString,
        SESSION_SECRET: SECRET,
        BASE_URL: 'http://noordkaap.example',
        LOG_LEVEL: 'silent',
        ...settings,
      },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr.trim() }),
    )
  const run = (...args: string[]) => runWith({}, 'admin', ...args)
  const password = 'vier losse woorden samen'

  it('is what the start tells while nobody has an account, and not otherwise', { timeout: 90_000 }, async () => {
    const empty = await testApp({ empty: true })
    const said = async () => {
      const server = await startProcess('src/server.ts', {
        DATABASE_URL: empty.connectionString,
        DATA_DIR: empty.services.config.dataDir,
        PORT: '0',
        BASE_URL: '',
        NOORDKAAP_DEMO: '0',
        LOG_LEVEL: 'silent',
        SESSION_SECRET: SECRET,
      })
      await server.stop()
      return server.said
    }
    try {
      expect(await said()).not.toContain('npm run admin')
      await empty.owner.pool.query('alter table users disable trigger user; delete from users')
      expect(await said()).toContain('npm run admin -- --email')
    } finally {
      await empty.close()
    }
  })

  it('prints a link for an administrator that there is, by which that one gets in', async () => {
    const { code, text } = await run('--email', 'Beheer@noordkaap.example')
    expect([code, text]).toEqual([0, expect.stringContaining('within 2 hours:\nhttp://noordkaap.example/reset?token=')])
    const path = /\/reset\?token=[\w-]{32}/.exec(text)![0]
    expect((await visitor(app).submit(path, { password, repeat: password })).status).toBe(303)
    expect((await visitor(app).signIn('beheer@noordkaap.example', password)).status).toBe(303)
  })

  it('says of a wrong setting in a sentence which it is, as the other scripts that read them', async () => {
    const scripts: [string, ...string[]][] = [['admin', '--email', 'a@b.example'], ['migrate'], ['seed']]
    const answers = await Promise.all(scripts.map((script) => runWith({ SESSION_SECRET: 'x' }, ...script)))
    for (const { code, text } of answers) {
      expect([code, text.split('\n').length]).toEqual([1, 1])
      expect(text).toContain('SESSION_SECRET')
    }
  })

  it('makes a new one, and is no way into any other account', async () => {
    const { code, text } = await run('--email', 'nieuw@noordkaap.example', '--name', 'Nieuwe Beheerder')
    expect(code).toBe(0)
    const path = /\/firstUse\?token=[\w-]{32}/.exec(text)![0]
    expect((await visitor(app).submit(path, { password, repeat: password })).status).toBe(303)
    const refused = [
      ['--email', 'planner@noordkaap.example', '--name', 'Planner'],
      ['--email', 'niemand@noordkaap.example'],
      ['--email', 'geen adres'],
    ]
    const answers = await Promise.all(refused.map((args) => run(...args)))
    expect(answers).toEqual([
      { code: 1, text: 'The account with this e-mail address is no administrator.' },
      { code: 1, text: 'There is no account with this e-mail address; a new one needs --name.' },
      { code: 1, text: 'Use: npm run admin -- --email you@example.nl --name "Your Name"' },
    ])
    await app.pool.query(`update users set active = false where email = 'nieuw@noordkaap.example'`)
    expect((await run('--email', 'nieuw@noordkaap.example')).text).toBe(
      'The account with this e-mail address is switched off.',
    )
  })
})
