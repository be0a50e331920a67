import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addRepeat } from '../../src/platform/format/repeats.ts'
import { today } from '../../src/platform/format/zone.ts'
import { issue } from '../../src/training/proof/certificates/certificates.commands.ts'
import { drawnFile } from '../../src/training/proof/certificates/certificates.files.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'
import { shownFields } from '../support/example-calls.ts'
import { pngOf } from '../support/images.ts'
import { readPdf } from '../support/pdf.ts'
import { PNG, upload } from '../support/upload.ts'

let app: TestApp
let planner: Browser
let folder: string
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  folder = `${app.services.config.dataDir}/files`
})
afterAll(() => app.close())

const LAYOUT = 1
/** One transparent dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A planning that these people (or one new one) passed, with their certificates. */
async function issuedPlanning(contacts?: number[], course: Parameters<typeof addCourse>[1] = {}) {
  const people = contacts ?? [await addContact(app.db)]
  const courseId = await addCourse(app.db, { validity_months: 12, ...course })
  const planning = await addPassedPlanning(app.db, courseId, people)
  const input = { planningId: planning.planningId, contactIds: people, layoutId: LAYOUT, issuedOn: today() }
  const ids = await inTransaction(app.db, null, (trx) => issue(trx, input, app.services))
  return { ...planning, people, ids }
}

const rowOf = (id: number) =>
  app.db.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A file as the browser gets it, to the byte. */
async function fetchFile(browser: Browser, path: string) {
  const response = await fetch(app.url + path, { headers: { cookie: browser.cookie } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The file store of the application that writes in another way. */
const writing = (write: FileStore['write']): FileStore => {
  const { files } = app.services
  return new Proxy(files, {
    get: (store, name) => (name === 'write' ? write : (store[name as keyof FileStore] as () => unknown).bind(store)),
  })
}

/** How often files are written while `work` runs. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const { files } = app.services
  let count = 0
  app.services.files = writing((key, content) => {
    count++
    return files.write(key, content)
  })
  try {
    await work()
  } finally {
    app.services.files = files
  }
  return count
}

describe('the file of one person', () => {
  it('says on paper what was kept when it was issued', async () => {
    const person = await addContact(app.db, {
      first_name: 'Łukasz',
      last_name: 'Yıldız-Güneş',
      birth_date: '1985-03-12',
    })
    const { ids } = await issuedPlanning([person], { description: 'Bedrijfshulpverlening', code: 'BHV-P' })
    await app.db.updateTable('contacts').set({ last_name: 'Anders' }).where('id', '=', person).execute()
    const { bytes, headers, status } = await fetchFile(planner, `/certificate/file/${ids[0]}`)
    const { number } = await rowOf(ids[0]!)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain(`attachment; filename=certificaat-${number}.pdf`)
    const { pages, info } = readPdf(bytes)
    expect(pages).toHaveLength(1)
    const until = formatDate(addRepeat(today(), { count: 1, unit: 'years' }))
    expect(pages[0]).toEqual(
      expect.arrayContaining([
        'Certificaat',
        'Noordkaap Opleidingen',
        number,
        'Łukasz Yıldız-Güneş',
        'geboren op 12-03-1985',
        'Bedrijfshulpverlening',
        'BHV-P',
        '4 uur',
        formatDate(today()),
        'Geldig tot en met',
        until,
        'Namens Noordkaap Opleidingen',
        'Controleer dit certificaat:',
        'localhost:3000/verify',
      ]),
    )
    expect(info.Title).toBe(`Certificaat ${number} – Łukasz Yıldız-Güneş`)
  })

  it('leads to the check page of the installation that draws it, in the demo story too', async () => {
    const config = { ...app.services.config, baseUrl: 'https://opleider.example/kantoor' }
    const id = app.story.certificates.anouk
    const { token } = await rowOf(id)
    const bytes = await app.services.files.read(await drawnFile({ ...app.services, config }, id))
    expect(bytes.toString('latin1')).toContain(`(https://opleider.example/kantoor/verify/${token})`)
    expect(readPdf(bytes).pages[0]).toContain('opleider.example/kantoor/verify')
  })

  it('carries the logo that the organisation had when it was issued, once in a file, and else its name alone', async () => {
    const admin = await app.as(1)
    const setting = async () => shownFields((await admin.get('/settings/organisation')).$)
    const logo = async (bytes: Uint8Array<ArrayBuffer>, name = 'logo.png') =>
      (await upload(admin, '/file/upload', { path: 'logo' }, { name, bytes })).json<{ file_name: string }>().file_name
    const save = async (fields: Record<string, string>) =>
      admin.post('/settings/organisation', { ...(await setting()), ...fields })
    const images = (bytes: Buffer) => bytes.toString('latin1').split('/Subtype /Image').length - 1
    const { ids: before } = await issuedPlanning()
    // A head that cannot be drawn would fail every certificate that is issued later.
    expect(await logo(new Uint8Array(PNG.slice(0, 40)))).toBeUndefined()
    const wide = await save({ logo: await logo(new Uint8Array(pngOf(2001, 10))) })
    expect([wide.status, wide.json()]).toEqual([422, { logo: [expect.stringContaining('hoogstens 2000 bij 2000')] }])
    expect((await save({ logo: await logo(new Uint8Array(DOT)) })).status).toBe(200)
    expect((await admin.get('/settings/logo')).headers.get('content-type')).toBe('image/png')
    const { ids, partId } = await issuedPlanning([await addContact(app.db), await addContact(app.db)])
    const concept = `/administration/invoice/${app.story.invoices.concept}`
    expect(images((await fetchFile(admin, concept)).bytes)).toBe(1)
    const { $ } = await app.anonymous.page('/verify')
    const shown = $('.side-brand img').attr('src')!
    expect([$('.side-brand img').attr('alt'), $('.side-brand .ic').length]).toEqual(['Noordkaap Opleidingen', 0])
    expect((await app.anonymous.get(shown)).headers.get('content-type')).toBe('image/png')
    expect((await save({ remove_logo: '1' })).status).toBe(200)
    expect(images((await fetchFile(admin, concept)).bytes)).toBe(0)
    expect((await app.anonymous.page('/verify')).$('.side-brand').text().trim()).toBe('Noordkaap Opleidingen')
    expect((await app.anonymous.get(shown)).status).toBe(404)

    const drawn = await fetchFile(planner, `/certificate/file/${ids[0]}`)
    // With what is seen through in it, which PDF keeps as an image of its own.
    expect(images(drawn.bytes)).toBe(2)
    expect(images((await fetchFile(planner, `/certificate/getFromAppointment/${partId}`)).bytes)).toBe(2)
    const plain = await fetchFile(planner, `/certificate/file/${before[0]}`)
    expect(images(plain.bytes)).toBe(0)
    expect(readPdf(plain.bytes).pages[0]).toContain('Noordkaap Opleidingen')
  })

  it('leaves out the birth date that is not known, and says when there is no end date', async () => {
    const { ids } = await issuedPlanning(undefined, { validity_months: null })
    const { pages } = readPdf((await fetchFile(planner, `/certificate/file/${ids[0]}`)).bytes)
    expect(pages[0]!.filter((line) => line.startsWith('geboren'))).toEqual([])
    expect(pages[0]).toEqual(expect.arrayContaining(['Geldigheid', 'Geen einddatum']))
    expect(pages[0]).not.toContain('Geldig tot en met')
  })

  it('is shown in the browser when it is to be printed', async () => {
    const { ids } = await issuedPlanning()
    const { headers } = await fetchFile(planner, `/certificate/file/${ids[0]}?stream=1`)
    expect(headers.get('content-disposition')).toMatch(/^inline; filename=certificaat-/)
  })

  it('is drawn once, whoever asks first and however many do, and kept with its sum', async () => {
    const { ids } = await issuedPlanning()
    // As several processes on one database would: nothing but the database is shared.
    const ask = () => Promise.all(Array.from({ length: 8 }, () => drawnFile({ ...app.services }, ids[0]!)))
    expect(await countWrites(ask)).toBe(1)
    expect(await countWrites(ask)).toBe(0)
    const { bytes } = await fetchFile(planner, `/certificate/file/${ids[0]}`)
    const { file_key, file_sha256, number } = await rowOf(ids[0]!)
    expect(file_key).toBe(`certificates/${number.slice(0, 4)}/${number}.pdf`)
    expect(file_sha256).toBe(sha256(bytes))
    expect(sha256(readFileSync(`${folder}/${file_key}`))).toBe(file_sha256)
  })

  it('is answered to everybody who asks for it at once', async () => {
    const { ids } = await issuedPlanning()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetchFile(planner, `/certificate/file/${ids[0]}`)),
    )
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${sha256(bytes)}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  })

  it('would be the same to the byte if it were drawn again', async () => {
    const { ids } = await issuedPlanning([await addContact(app.db, { last_name: 'Çelikbaş' })])
    const first = await fetchFile(planner, `/certificate/file/${ids[0]}`)
    await issuedPlanning()
    await app.db.updateTable('certificates').set({ file_key: null }).where('id', '=', ids[0]!).execute()
    const second = await fetchFile(planner, `/certificate/file/${ids[0]}`)
    expect(second.bytes.equals(first.bytes)).toBe(true)
  })

  it('is not handed out any more once withdrawn, except to who may withdraw', async () => {
    const { student } = app.story.contacts
    const { ids } = await issuedPlanning([student])
    const bram = await app.as(5)
    const path = `/certificate/file/${ids[0]}`
    expect((await fetchFile(bram, path)).status).toBe(200)
    await planner.post(`/certificate/withdraw/${ids[0]}`, { version: 1, reason: 'x' })
    expect((await fetchFile(bram, path)).status).toBe(404)
    expect((await bram.get(`/certificate/view/${ids[0]}`)).text).not.toContain(path)
    expect((await fetchFile(planner, path)).status).toBe(200)
  })
})

describe('the job', () => {
  it('draws what was issued', async () => {
    const { ids } = await issuedPlanning([await addContact(app.db), await addContact(app.db)])
    await app.services.jobs.start(app.services)
    try {
      await expect
        .poll(async () => Promise.all(ids.map(async (id) => (await rowOf(id)).file_sha256 !== null)), {
          timeout: 20_000,
        })
        .toEqual([true, true])
    } finally {
      await app.services.jobs.stop()
    }
  })
})

describe('a failure while drawing', () => {
  it('leaves nothing behind that could pass for a file, and the next time succeeds', async () => {
    const { ids } = await issuedPlanning()
    const { files } = app.services
    async function* half(content: Readable) {
      for await (const chunk of content) {
        yield (chunk as Buffer).subarray(0, 200)
        throw new Error('no space left')
      }
    }
    const broken = writing((key, content) => files.write(key, Readable.from(half(content))))
    await expect(drawnFile({ ...app.services, files: broken }, ids[0]!)).rejects.toThrow('no space left')
    const { number, file_key } = await rowOf(ids[0]!)
    expect(file_key).toBeNull()
    const year = `${folder}/certificates/${number.slice(0, 4)}`
    expect(readdirSync(year).filter((name) => name.startsWith(number))).toEqual([])
    const { bytes } = await fetchFile(planner, `/certificate/file/${ids[0]}`)
    expect(readPdf(bytes).pages[0]).toContain(number)
  })

  it('leaves no half file under the name when the process is killed', async () => {
    const module = fileURLToPath(new URL('../../src/platform/files/file-store.ts', import.meta.url))
    const script = `
      import { Readable } from 'node:stream'
      import { DiskFileStore } from ${JSON.stringify(module)}
      async function* half() {
        yield Buffer.from('%PDF-1.7 and no more')
        console.log('half way')
        await new Promise(() => setInterval(() => undefined, 1000))
      }
      await new DiskFileStore(${JSON.stringify(folder)}).write('killed/certificate.pdf', Readable.from(half()))
    `
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    expect(existsSync(`${folder}/killed/certificate.pdf`)).toBe(false)
    await expect(app.services.files.open('killed/certificate.pdf')).rejects.toThrow('niet gevonden')
  })
})

describe('the file of a planning', () => {
  const namesOf = (bytes: Buffer) =>
    readPdf(bytes).pages.map((page) => page[page.findIndex((line) => line.endsWith(' verklaart dat')) + 1])

  it('holds the pages of everybody in order of name [R-057]', async () => {
    const people = [
      await addContact(app.db, { first_name: 'Zus', last_name: 'Zwart' }),
      await addContact(app.db, { first_name: 'Bo', last_name_prefix: 'van den', last_name: 'Aker' }),
      await addContact(app.db, { first_name: 'Ine', last_name: 'Éduard' }),
    ]
    const { partId, planningId } = await issuedPlanning(people)
    const { bytes, headers } = await fetchFile(planner, `/certificate/getFromAppointment/${partId}`)
    expect(headers.get('content-disposition')).toContain(`attachment; filename=certificaten-${planningId}.pdf`)
    expect(namesOf(bytes)).toEqual(['Bo van den Aker', 'Ine Éduard', 'Zus Zwart'])
  })

  it('takes students, layouts and stream [T-209]', async () => {
    const [first, second] = [
      await addContact(app.db, { first_name: 'Eerste', last_name: 'A' }),
      await addContact(app.db, { first_name: 'Tweede', last_name: 'B' }),
    ]
    const { partId } = await issuedPlanning([first, second])
    const path = `/certificate/getFromAppointment/${partId}`
    const one = await fetchFile(planner, `${path}?students[]=${second}&layouts[]=${LAYOUT}&stream=true`)
    expect(namesOf(one.bytes)).toEqual(['Tweede B'])
    expect(one.headers.get('content-disposition')).toMatch(/^inline/)
    expect(namesOf((await fetchFile(planner, `${path}?students[]=${first}&students[]=${second}`)).bytes)).toHaveLength(
      2,
    )
    expect((await fetchFile(planner, `${path}?layouts[]=999`)).status).toBe(404)
    expect((await fetchFile(planner, `${path}?students[]=x`)).status).toBe(422)
  })

  it('never issues: a planning without certificates has no file', async () => {
    const { partId, planningId } = await addPassedPlanning(app.db, app.story.courses.bhv, [await addContact(app.db)])
    expect((await fetchFile(planner, `/certificate/getFromAppointment/${partId}`)).status).toBe(404)
    const rows = await app.db.selectFrom('certificates').select('id').where('group_id', '=', planningId).execute()
    expect(rows).toEqual([])
  })

  it('leaves out what was withdrawn', async () => {
    const { partId, ids } = await issuedPlanning([await addContact(app.db), await addContact(app.db)])
    await planner.post(`/certificate/withdraw/${ids[0]}`, { version: 1, reason: 'x' })
    const { bytes } = await fetchFile(planner, `/certificate/getFromAppointment/${partId}`)
    expect(readPdf(bytes).pages).toHaveLength(1)
    expect(readPdf(bytes).pages[0]).toContain((await rowOf(ids[1]!)).number)
  })

  it('holds only the own people of a supervisor, whoever is asked for', async () => {
    const { anouk, gerrit, student } = app.story.contacts
    const { partId } = await issuedPlanning([anouk, gerrit, student])
    const supervisor = await app.as(4)
    const path = `/certificate/getFromAppointment/${partId}`
    expect(namesOf((await fetchFile(supervisor, path)).bytes)).toEqual(['Anouk van der Linden'])
    expect((await fetchFile(supervisor, `${path}?students[]=${gerrit}`)).status).toBe(404)
    expect(namesOf((await fetchFile(await app.as(5), path)).bytes)).toEqual(['Bram ter Linde'])
    expect((await fetchFile(await app.as(3), path)).status).toBe(403)
  })

  it('keeps the order over several reads of the database', async () => {
    const people: number[] = []
    for (let i = 0; i < 120; i++)
      people.push(await addContact(app.db, { first_name: 'P', last_name: `Z${String(i).padStart(3, '0')}` }))
    const { partId } = await issuedPlanning(people)
    const { bytes } = await fetchFile(planner, `/certificate/getFromAppointment/${partId}`)
    expect(namesOf(bytes)).toEqual(people.map((_, i) => `P Z${String(i).padStart(3, '0')}`))
  })
})
