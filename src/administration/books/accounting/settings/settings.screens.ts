import * as z from 'zod'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { HttpError, Invalid } from '../../../../platform/errors.ts'
import { formatDateTime } from '../../../../platform/format/format.ts'
import { version } from '../../../../platform/forms/fields.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import { action, fragment } from '../../../../platform/screens/call/calls.ts'
import { formFragment } from '../../../../platform/screens/form/form-fragment.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import {
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../../system/settings/index.ts'
import { accountingArea } from '../../ledger/rights.ts'
import { Limited, Refused, SignedOut } from '../errors.ts'
import type { ProviderKey } from '../types.ts'
import { type ChoiceKind, type Ours, type Theirs, choicesOf, listOurs, listTheirs } from './choices.queries.ts'
import { choose, fetchLists } from './link.commands.ts'
import { findLink } from './link.queries.ts'
import { PROVIDERS, configOf, isProvider } from '../providers/providers.ts'

const access = { area: accountingArea, right: 'change' } as const

/** How invoices are booked: into which journal. */
export const accountingSettings = formFragment({
  ...access,
  record: 'setting',
  recordParam: null,
  ...settingForm('accounting'),
  path: '/settings/accounting',
  pageAddress: '/settings/?tab=accounting',
  title: 'Koppeling',
  view: 'administration/accounting/settings',
  form: z.object({ version, ...parsersOf(settingFields, 'journal') }),
  save: async ({ trx, form: { version, ...value } }) =>
    savedSetting(await writeSetting(trx, 'accounting', value, version)),
  example: () => ({ form: { journal: '71' } }),
})

/** Which package is linked, and how others are. */
export const accountingLink = fragment({
  ...access,
  path: '/settings/accounting/link',
  pageAddress: '/settings/?tab=accounting',
  view: 'administration/accounting/link',
  load: async ({ db, services: { config } }) => {
    const link = await findLink(db)
    return {
      link: link && { ...link, since: formatDateTime(link.obtained_at) },
      packages: Object.values(PROVIDERS).map(({ key, label }) => ({
        key,
        label,
        isLinked: link?.provider === key,
        url: configOf(config, key) ? `/accounting/oauth/login/${key}` : null,
        variables: `${key.toUpperCase()}_CLIENT_ID en ${key.toUpperCase()}_CLIENT_SECRET`,
      })),
    }
  },
  example: () => ({}),
})

/** @throws HttpError (503) where the package gives no answer now */
async function fetched(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof SignedOut) throw new HttpError(409, 'Log eerst in bij het boekhoudpakket.')
    if (error instanceof Refused) throw new HttpError(409, error.row.message)
    if (!(error instanceof Unavailable || error instanceof Limited)) throw error
    throw new HttpError(503, 'Het boekhoudpakket geeft nu geen antwoord. Probeer het later opnieuw.')
  }
}

/** Fetches again what can be chosen there. */
export const accountingLists = action({
  area: settingsArea,
  right: 'change',
  path: '/accounting/lists',
  noUndo: 'accepted by an outside system',
  precheck: ({ services, viewer }) => fetched(() => fetchLists(services, viewer)),
  save: () =>
    Promise.resolve({
      changed: [{ type: 'accounting_choice', id: 0 }],
      flash: { str: 'De lijsten zijn opgehaald', type: 'success' as const },
    }),
  example: () => null,
})

const LABELS: Record<ChoiceKind, { legend: string; none: string }> = {
  vat: { legend: 'Btw-soorten', none: 'Kies een btw-code' },
  account: { legend: 'Grootboekrekeningen', none: 'Kies een rekening' },
  payment_condition: { legend: 'Betalingscondities', none: 'Zoals daar bij de debiteur staat' },
}

const optionsOf = (kind: ChoiceKind, theirs: readonly Theirs[]) => [
  { value: '', label: LABELS[kind].none },
  ...theirs
    .filter((one) => one.kind === kind)
    .map(({ their_id, code, label }) => ({ value: their_id, label: [code, label].filter(Boolean).join(' · ') })),
]

const fieldsOf = (kind: ChoiceKind, ours: readonly Ours[], theirs: readonly Theirs[], chosen: Map<number, string>) =>
  ours.map(({ id, label }) => ({
    kind: 'select' as const,
    name: `choices[${kind}-${id}]`,
    label,
    value: chosen.get(id) ?? '',
    span: 6,
    options: optionsOf(kind, theirs),
  }))

async function groupsOf(db: Parameters<typeof listOurs>[0], provider: ProviderKey) {
  const [ours, theirs, chosen] = [await listOurs(db), await listTheirs(db, provider), await choicesOf(db, provider)]
  return (Object.keys(LABELS) as ChoiceKind[]).map((kind) => ({
    legend: LABELS[kind].legend,
    fields: fieldsOf(kind, ours[kind], theirs, chosen[kind]),
  }))
}

const Choices = z
  .record(z.string().regex(/^(vat|account|payment_condition)-\d{1,10}$/), z.string().max(80))
  .default({})
  .refine((choices) => Object.keys(choices).length > 0, 'Kies minimaal één code.')

/** The package whose codes are chosen: the one that is linked, or that was. */
async function chosenOf(db: Db | Trx): Promise<{ provider: ProviderKey; label: string } | null> {
  const found =
    (await findLink(db)) ?? (await db.selectFrom('accounting_lists').select('provider').limit(1).executeTakeFirst())
  return found && isProvider(found.provider)
    ? { provider: found.provider, label: PROVIDERS[found.provider].label }
    : null
}

/** What VAT, accounts and payment conditions are called there. */
export const accountingChoices = formPopup({
  ...access,
  path: '/accounting/choices',
  home: '/accounting/bookings',
  size: 'large',
  title: 'Koppelen aan het boekhoudpakket',
  view: 'administration/accounting/choices',
  load: async ({ db, services, viewer }) => {
    const link = await chosenOf(db)
    if (link === null) return { link, groups: [] }
    if ((await listTheirs(db, link.provider)).length === 0) await fetchLists(services, viewer).catch(() => undefined)
    return { link, groups: await groupsOf(db, link.provider) }
  },
  subtitle: ({ link }) => link?.label ?? null,
  form: z.object({ choices: Choices }),
  refusal: ({ link }) => (link === null ? 'Er is nog geen boekhoudpakket gekoppeld.' : undefined),
  save: async ({ trx, form }) => {
    const link = await chosenOf(trx)
    if (link === null) throw new Invalid({ _form: ['Er is nog geen boekhoudpakket gekoppeld.'] })
    const ours = await listOurs(trx)
    const theirs = await listTheirs(trx, link.provider)
    for (const [name, value] of Object.entries(form.choices)) {
      const [kind, digits] = name.split('-') as [ChoiceKind, string]
      const id = Number(digits)
      const isKnown = value === '' || theirs.some((one) => one.kind === kind && one.their_id === value)
      // What is gone on either side is left out; the form shows what there is now.
      if (!isKnown || !ours[kind].some((one) => one.id === id)) continue
      await choose(trx, link.provider, { kind, id, their_id: value || null })
    }
    return {
      changed: [{ type: 'accounting_choice', id: 0 }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: () => ({ form: { 'choices[vat-4]': '5' } }),
})
