import * as z from 'zod'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { HttpError, Invalid } from '../../../../platform/errors.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import { ShutOut } from '../../../../platform/outside/outbox.ts'
import { action, json } from '../../../../platform/screens/call/calls.ts'
import { formFragment } from '../../../../platform/screens/form/form-fragment.ts'
import type { Services } from '../../../../platform/services.ts'
import { settingFields, settingsArea } from '../../../../system/settings/index.ts'
import type { Access } from '../register.ts'
import { accessOf, addressOf, findAccount, forgetAccount, isAllowed, keepAccount, keptPassword, nibhvAccess } from './account.commands.ts' // prettier-ignore
import { NIBHV_DEMO } from './simulator.ts'
import { isConnected, listContactUsers, listTrainers } from './lists.adapter.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const
const SAVED = { changed: [{ type: 'setting', id: 0 }] }
const NOT_ALLOWED = 'Dit adres is in deze installatie niet toegestaan (NIBHV_HOSTS). Het begint met https://.'

const { url, username, password, trainer_uuid, contact_user_uuid } = parsersOf(settingFields, 'url', 'username', 'password', 'trainer_uuid', 'contact_user_uuid') // prettier-ignore

const Credentials = z.object({ url, username, password })
const chosen = (typed: typeof trainer_uuid) => typed.pipe(z.uuid('Kies uit de lijst.').nullable())
const AccountForm = z.object({
  url,
  username,
  password,
  trainer_uuid: chosen(trainer_uuid),
  trainer_name: z.string().max(200).default(''),
  contact_user_uuid: chosen(contact_user_uuid),
  contact_user_name: z.string().max(200).default(''),
})

/** Whether it lets us in; what it does not say counts as no. */
async function connects(asked: Access | null): Promise<boolean> {
  if (asked === null) return false
  try {
    return await isConnected(asked)
  } catch (error) {
    if (error instanceof Unavailable || error instanceof ShutOut) return false
    throw error
  }
}

/** With what is typed; the password that is kept stands for none, as long as it goes to whom it was given for. */
async function typedAccess({ db, config }: Services, form: z.output<typeof Credentials>): Promise<Access | null> {
  const { url, username } = form
  if (!isAllowed(url, config)) throw new Invalid({ url: [NOT_ALLOWED] })
  const account = await findAccount(db)
  const isKept = account?.url === url && account.username === username
  const password = form.password || (isKept ? await keptPassword(db, config) : null)
  return password === null ? null : accessOf({ url, username, password })
}

/** Whether what is typed is let in; a password never stands in an address (rulings 11.11). */
export const nibhvCheck = action({
  ...access,
  path: '/nibhv/checkCredentials',
  noUndo: 'changes no record',
  form: Credentials,
  save: async ({ form, services }) => ({ body: { connected: await connects(await typedAccess(services, form)) } }),
  example: () => null,
})

/** Whether the stored connection is let in. */
export const nibhvConnected = json({
  ...access,
  path: '/nibhv/checkCredentials',
  query: z.object({ password: z.string().max(0, 'Een wachtwoord hoort niet in een adres.').default('') }),
  answer: async ({ services }) => ({ connected: await connects(await nibhvAccess(services)) }),
  example: () => ({}),
})

const typed = z.string().max(100).catch('')
const named = <T>(list: readonly T[], search: string, name: (one: T) => string) =>
  list.filter((one) => name(one).toLowerCase().includes(search.trim().toLowerCase()))

/** What can be chosen there, and what was. */
export const nibhvSettingsData = json({
  ...access,
  path: '/nibhv/getSettingsData',
  query: z.object({ trainers: typed, contactUsers: typed }),
  answer: async ({ db, query, services }) => {
    const account = await findAccount(db)
    const settings = account
      ? {
          url: account.url,
          username: account.username,
          trainer_uuid: account.trainer_uuid,
          contact_user_uuid: account.contact_user_uuid,
        }
      : null
    const asked = await nibhvAccess(services)
    if (asked === null) return { settings, trainers: [], contactUsers: [] }
    try {
      return {
        settings,
        trainers: named(await listTrainers(asked), query.trainers, ({ name }) => name),
        contactUsers: named(await listContactUsers(asked), query.contactUsers, ({ full_name }) => full_name),
      }
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof ShutOut)) throw error
      throw new HttpError(503, 'NIBHV geeft nu geen antwoord. Probeer het later opnieuw.')
    }
  },
  example: () => ({}),
})

/** How this organisation is known at NIBHV; the password goes in and never comes out. */
export const nibhvSettings = formFragment({
  ...access,
  path: '/settings/nibhv',
  pageAddress: '/settings/?tab=nibhv',
  title: 'NIBHV',
  view: 'training/registers/nibhv-settings',
  noUndo: 'account, right or secret',
  load: async ({ db, services: { config } }) => ({
    account: (await findAccount(db)) ?? null,
    hosts: config.nibhvHosts,
    address: config.nibhvHosts[0] ? addressOf(config.nibhvHosts[0]) : '',
    demo: config.demo ? NIBHV_DEMO : null,
  }),
  form: AccountForm,
  submits: [{ label: 'Opslaan' }],
  precheck: async ({ form, services }) => {
    const asked = await typedAccess(services, form)
    if (asked === null) throw new Invalid({ password: ['Vul het wachtwoord in.'] })
    try {
      if (await isConnected(asked)) return
    } catch (error) {
      if (error instanceof Unavailable) throw new Invalid({ url: ['NIBHV geeft op dit adres nu geen antwoord. Probeer het later opnieuw.'] }) // prettier-ignore
      if (!(error instanceof ShutOut)) throw error
    }
    throw new Invalid({ password: ['NIBHV neemt deze gebruikersnaam en dit wachtwoord niet aan.'] })
  },
  save: async ({ trx, form, services }) => {
    const { trainer_uuid, contact_user_uuid } = form
    await keepAccount(trx, services.config, {
      url: form.url,
      username: form.username,
      password: form.password || null,
      trainer_uuid,
      trainer_name: trainer_uuid && (form.trainer_name || null),
      contact_user_uuid,
      contact_user_name: contact_user_uuid && (form.contact_user_name || null),
    })
    return { ...SAVED, flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: () => ({ form: { url: 'https://nibhv.example', username: 'noordkaap', password: 'geheim' } }),
})

/** From now on nobody is passed on to NIBHV; what waits stays until a connection is set up again. */
export const nibhvForget = action({
  ...access,
  path: '/settings/nibhv/forget',
  noUndo: 'account, right or secret',
  save: async ({ trx }) => {
    await forgetAccount(trx)
    return { ...SAVED, flash: { str: 'Verbinding met NIBHV verwijderd', type: 'success' } }
  },
  example: () => null,
})
