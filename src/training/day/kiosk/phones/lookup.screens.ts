/** Students of a part are looked up by themselves, to go on to what is asked of them (paths of the contract). */
import { escapeHtml } from '../../../../platform/format/escape.ts'
import { publicPage, throttledPage } from '../../../../platform/screens/call/public.ts'
import { FindQuery, askedOf } from '../kiosk.forms.ts'
import { isOpenDay } from '../kiosk.queries.ts'
import { lookupTargets } from '../points.ts'
import { findStudents, toldPerson } from '../search.commands.ts'
import { textsOf } from '../texts.contract.ts'
import { ended, languageIn, look, phone, phonePage } from './phones.commands.ts'
import { partOfLookup } from './phones.rules.ts'

const PAGE = '/evaluations/student'
const USE = 'evaluation'
const TITLE = textsOf().evaluation

export const lookupPage = publicPage({
  path: `${PAGE}/:hash(word)`,
  title: TITLE,
  show: async ({ db, params: { hash }, query, services, address, exchange }) => {
    await look(services, USE, hash, address)
    const language = languageIn(query)
    const part = partOfLookup(services.config, hash)
    if (part === null || !(await isOpenDay(db, part, new Date()))) return ended(language)
    return phonePage(exchange, { use: USE, part, api: `/api${PAGE}/${hash}`, language })
  },
  invalid: throttledPage,
})

/** Where who was looked up ends while nothing is asked. */
export const lookupDone = publicPage({
  path: `${PAGE}/:hash(word)/done`,
  title: TITLE,
  show: async ({ params, query, services, address }) => {
    await look(services, USE, params.hash, address)
    const language = languageIn(query)
    if (partOfLookup(services.config, params.hash) === null) return ended(language)
    const { thanks: title, nothingToFill: text } = textsOf(language)
    return { view: 'training/kiosk/phone-end', data: { title, text, language } }
  },
  invalid: throttledPage,
})

export const lookupStudent = publicPage({
  path: `/api${PAGE}/:hash(word)/findStudentBy/:field(word)/:value(word)`,
  title: TITLE,
  show: async ({ params, query, services, address, exchange }) => {
    await look(services, USE, params.hash, address)
    const asked = FindQuery.parse({ possibleIds: query.possibleIds, language: query.language })
    const asker = phone(exchange, USE, partOfLookup(services.config, params.hash), asked.language)
    return { json: await findStudents(services, asker, askedOf(params, asked), new Date()) }
  },
})

/** Who said that it is them is welcomed, and told where to go on. */
export const lookupWelcome = publicPage({
  path: `/api${PAGE}/:hash(word)/welcomeText/:studentId`,
  title: TITLE,
  show: async ({ db, params, query, services, address, exchange }) => {
    await look(services, USE, params.hash, address)
    const language = languageIn(query)
    const asker = phone(exchange, USE, partOfLookup(services.config, params.hash), language)
    const { person, part } = await toldPerson(db, asker, Number(params.studentId), new Date())
    const targets = services.registry.all(lookupTargets).toSorted((a, b) => a.order - b.order)
    const at = { appointmentId: part.id, contactId: person.id }
    const urls = await Promise.all(targets.map((target) => target.find(services, at)))
    const { welcome, goesOn } = textsOf(language)
    const name = escapeHtml(welcome(person.firstName || person.initials || person.lastName))
    const done = `${PAGE}/${params.hash}/done${language === 'nl' ? '' : `?language=${language}`}`
    return { json: [`<h1>${name}</h1><p>${goesOn}</p>`, urls.find((url) => url !== null) ?? done] }
  },
})
