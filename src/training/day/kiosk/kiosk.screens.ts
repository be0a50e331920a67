import { Readable } from 'node:stream'
import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { readImageType } from '../../../platform/files/image.ts'
import { boxKey } from '../../../platform/sealed-box.ts'
import { publicPage } from '../../../platform/screens/call/public.ts'
import { tokenRead, tokenSave } from '../../../platform/screens/call/token-call.ts'
import { readLogo, readSetting, settingsOf } from '../../../system/settings/index.ts'
import { placeOf, tablet, welcomeOf } from './kiosk.commands.ts'
import { API, type KioskDevice, type KioskSettings, MOST_ERRORS, PAGE, SCOPE } from './kiosk.contract.ts'
import { listExpected } from './kiosk.queries.ts'
import { FindQuery, LanguageQuery, askedOf } from './kiosk.forms.ts'
import { takeArrivals } from './sealed.commands.ts'
import { SEALED_FOR } from './sealed.contract.ts'
import { SealedForm } from './sealed.forms.ts'
import { checkIn, findStudents } from './search.commands.ts'
import { timesOf } from './settings.queries.ts'

/** The page of a tablet: all that it shows it asks with its own token, and without one it can only be set up. */
export const kioskPage = publicPage({
  path: PAGE,
  title: 'Aanmelden',
  show: () => ({ view: 'training/kiosk/page' }),
})

const LOGO_PATH = `${PAGE}/logo`

async function logoOf(db: Db, files: FileStore) {
  const { logo } = await readSetting(db, 'organisation')
  if (logo === '') return null
  const bytes = Buffer.from(await readLogo(files, logo))
  const image = readImageType(bytes)
  return image && { name: logo, bytes, width: image.width, height: image.height }
}

/** The logo of the house, which stands on all that it issues. */
export const kioskLogo = publicPage({
  path: LOGO_PATH,
  title: 'Logo',
  show: async ({ db, services }) => {
    const logo = await logoOf(db, services.files)
    if (!logo) throw new NotFound('Logo')
    const mimeType = `image/${logo.name.endsWith('.png') ? 'png' : 'jpeg'}`
    return { download: { name: logo.name, mimeType, content: Readable.from([logo.bytes]), inline: true } }
  },
})

async function settingsFor(db: Db, files: FileStore): Promise<KioskSettings> {
  const [times, logo] = await Promise.all([timesOf(db), logoOf(db, files)])
  return { ...times, logo: logo && { url: LOGO_PATH, width: logo.width, height: logo.height } }
}

/** What a tablet shows of itself, with how much there is to come in for: the trial when it is set up. */
export const device = tokenRead({
  path: `${API}/device`,
  docs: {
    title: 'De tablet',
    text: 'Waar de tablet staat, met wat daar vandaag is.',
    answer: { name: 'Kiosk in de hal', students: 12 },
  },
  scope: SCOPE,
  answer: async ({ db, caller, services }): Promise<KioskDevice> => {
    const place = await placeOf(db, caller)
    const [people, { organisation }, settings] = await Promise.all([
      listExpected(db, { establishmentId: place.id }, new Date()),
      settingsOf(db, ['organisation']),
      settingsFor(db, services.files),
    ])
    return {
      name: caller.name,
      establishment: place.name,
      house: organisation.name,
      parts: new Set(people.flatMap(({ parts }) => parts.map(({ id }) => id))).size,
      students: people.length,
      sealKey: boxKey(services.config, SEALED_FOR),
      settings,
    }
  },
  example: () => ({}),
})

export const findStudentBy = tokenRead({
  path: `${API}/findStudentBy/:field(word)/:value(word)`,
  docs: {
    title: 'Cursist zoeken',
    text: 'Op geboortedatum (birthday, dd-mm-jjjj) of achternaam (last_name), onder wie er vandaag komt.',
    answer: [{ id: 1, messageName: 'Jan V.' }],
  },
  scope: SCOPE,
  query: FindQuery,
  answer: async ({ db, caller, params, query, services }) =>
    findStudents(services, await tablet(db, caller, query.language), askedOf(params, query), new Date()),
  example: () => ({ params: { field: 'birthday', value: '01-01-1901' } }),
})

export const markStudentPresent = tokenSave({
  path: `${API}/markPresent/:studentId/:appointmentId`,
  docs: { title: 'Cursist aanmelden', text: 'Meldt aanwezig wie deze tablet net vond.', answer: { present: true } },
  scope: SCOPE,
  save: async ({ trx, caller, params }) => {
    const id = await checkIn(trx, await tablet(trx, caller), params, new Date())
    return {
      changed: [
        { type: 'appointment', id: Number(params.appointmentId) },
        { type: 'enrolment', id },
      ],
      body: { present: true },
    }
  },
  // Nobody was told to the tablet yet, so nobody is there for it.
  example: (story) => ({ params: { studentId: story.contacts.anouk, appointmentId: story.appointments.coming } }),
})

export const welcomeText = tokenRead({
  path: `${API}/welcomeText/:studentId`,
  docs: { title: 'Welkomsttekst', text: 'Voor wie zich net heeft aangemeld.', answer: { title: 'Welkom Jan' } },
  scope: SCOPE,
  query: LanguageQuery,
  answer: async ({ db, caller, params, query }) =>
    welcomeOf(db, await tablet(db, caller, query.language), Number(params.studentId), new Date()),
  example: (story) => ({ params: { studentId: story.contacts.anouk } }),
})

/** What was typed while it had no network; the answer is the same for everybody. */
export const sealedArrivals = tokenSave({
  path: `${API}/sealed`,
  docs: {
    title: 'Aanmeldingen zonder netwerk',
    text: 'Wat op de tablet is bewaard toen er geen netwerk was, verzegeld voor de server.',
    answer: { taken: 1 },
  },
  scope: SCOPE,
  form: SealedForm,
  save: async ({ trx, caller, form, services }) => {
    const changed = await takeArrivals(trx, services.config, caller, form, new Date())
    return { changed, body: { taken: form.arrivals.length } }
  },
  example: () => ({}),
})

/** What went wrong on a tablet: which call, when and how it was answered; anything else is refused. */
const NotifyForm = z.object({
  errors: z
    .array(
      z.object({
        at: z.iso.datetime(),
        call: z.string().regex(/^[A-Za-z]{1,40}$/, 'Geen aanroep.'),
        status: z.number().int().min(100).max(599),
      }),
    )
    .min(1, 'Er is niets om te melden.')
    .max(MOST_ERRORS, `Hoogstens ${MOST_ERRORS} fouten in één keer.`),
})

export const notifyErrors = tokenSave({
  path: `${API}/notifyErrors`,
  docs: {
    title: 'Fouten melden',
    text: 'Wat op de tablet niet lukte.',
    sends: NotifyForm,
    sample: { errors: [{ at: '2026-01-05T08:30:00Z', call: 'markPresent', status: 500 }] },
    answer: { noted: 1 },
  },
  scope: SCOPE,
  form: NotifyForm,
  save: ({ caller, form, services }) => {
    services.log.warn({ program: caller.id, errors: form.errors }, 'a tablet told what went wrong')
    return Promise.resolve({ body: { noted: form.errors.length } })
  },
  example: () => ({}),
})
