import { platformArea } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { uploadKey } from '../../platform/files/uploaded-images.ts'
import { publicPage } from '../../platform/screens/call/public.ts'
import { type Download, file } from '../../platform/screens/call/calls.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { formFragment } from '../../platform/screens/form/form-fragment.ts'
import { ROLE_LABELS, enforceTwoStep } from '../accounts/index.ts'
import { LOGO, assertPrintable } from './logo.files.ts'
import { settingsArea } from './rights.ts'
import { savedSetting, writeSetting } from './settings.commands.ts'
import { DocumentsForm, MailForm, ModulesForm, OrganisationForm, TwoStepForm } from './settings.forms.ts'
import { DOCUMENT_KINDS, type SettingKey } from './definitions.ts'
import { type Setting, getSetting, readSetting } from './settings.queries.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const

/** What the forms of settings have in common: the value with its version, and when it was saved last. */
export const settingForm = <K extends SettingKey>(key: K) => ({
  load: async ({ db }: { db: Db }) => ({ setting: await getSetting(db, key) }),
  version: ({ setting }: { setting: Setting<K> }) => setting.version,
  footnote: ({ setting: { updatedAt } }: { setting: Setting<K> }) =>
    updatedAt && `Laatst gewijzigd op ${formatDateTime(updatedAt)}`,
})

export const organisation = formFragment({
  ...access,
  ...settingForm('organisation'),
  path: '/settings/organisation',
  pageAddress: '/settings/?tab=organisation',
  title: 'Organisatie',
  view: 'system/settings/organisation',
  form: OrganisationForm,
  stored: ({ setting }) => setting.value,
  save: async ({ trx, services, form: { version, remove_picture, remove_logo, ...value } }) => {
    const kept = { ...value, ...(remove_picture ? { welcome_picture: '' } : {}), ...(remove_logo ? { logo: '' } : {}) }
    if (kept.logo !== '') await assertPrintable(services.files, kept.logo)
    return savedSetting(await writeSetting(trx, 'organisation', kept, version))
  },
  example: () => ({ form: { name: 'Noordkaap Trainingen' } }),
})

/** The place of /file/upload for the picture above the first page of the portal. */
export const WELCOME_PICTURE = 'welcome-picture'

async function openUpload(files: FileStore, place: string, name: string): Promise<Download> {
  if (name === '') throw new NotFound('Foto')
  return {
    name,
    mimeType: `image/${name.split('.').at(-1) === 'jpg' ? 'jpeg' : name.split('.').at(-1)}`,
    content: await files.open(uploadKey(place, name)),
    inline: true,
  }
}

/** The picture as it is shown; its name stands in the address, so that another picture is another address. */
export const welcomePicture = file({
  area: platformArea,
  right: 'view',
  path: '/welcome-picture',
  open: async ({ db, services }) =>
    openUpload(services.files, WELCOME_PICTURE, (await readSetting(db, 'organisation')).welcome_picture),
  // No organisation has one to begin with.
  example: () => null,
})

/** The logo, for who changes it. */
export const logo = file({
  ...access,
  path: '/settings/logo',
  open: async ({ db, services }) => openUpload(services.files, LOGO, (await readSetting(db, 'organisation')).logo),
  // No organisation has one to begin with.
  example: () => null,
})

/** The logo, for who reads our public pages. */
export const houseLogo = publicPage({
  path: '/house-logo',
  title: 'Logo',
  show: async ({ db, exchange }) => ({
    download: await openUpload(exchange.services.files, LOGO, (await readSetting(db, 'organisation')).logo),
  }),
})

export const documents = formFragment({
  ...access,
  ...settingForm('documents'),
  load: async ({ db }) => ({ setting: await getSetting(db, 'documents'), kinds: DOCUMENT_KINDS }),
  path: '/settings/documents',
  pageAddress: '/settings/?tab=documents',
  title: 'Documenten',
  view: 'system/settings/documents',
  form: DocumentsForm,
  save: async ({ trx, form: { version, ...value } }) =>
    savedSetting(await writeSetting(trx, 'documents', value, version)),
  example: () => ({ form: { max_megabytes: 10 } }),
})

export const mail = formFragment({
  ...access,
  ...settingForm('mail'),
  path: '/settings/mail',
  pageAddress: '/settings/?tab=mail',
  title: 'E-mail',
  view: 'system/settings/mail',
  form: MailForm,
  save: async ({ trx, form: { version, ...value } }) => savedSetting(await writeSetting(trx, 'mail', value, version)),
  example: () => ({ form: { sender_name: 'Noordkaap Trainingen' } }),
})

export const twoStep = formFragment({
  ...access,
  ...settingForm('two_step_roles'),
  load: async ({ db }) => ({ setting: await getSetting(db, 'two_step_roles'), roles: ROLE_LABELS }),
  path: '/settings/two-step',
  pageAddress: '/settings/?tab=two-step',
  title: 'Inloggen',
  view: 'system/settings/two-step',
  form: TwoStepForm,
  save: async ({ trx, viewer, form }) => {
    const id = await writeSetting(trx, 'two_step_roles', form.roles, form.version)
    await enforceTwoStep(trx, viewer, form.roles)
    return savedSetting(id)
  },
  example: () => ({ form: { roles: ROLE.teacher } }),
})

/** What of the product the organisation works with: a module that is switched off is not shown, and keeps what it has. */
export const modules = formFragment({
  ...access,
  ...settingForm('modules_off'),
  load: async ({ db, services }) => ({
    setting: await getSetting(db, 'modules_off'),
    options: Object.fromEntries(services.registry.modules.map(({ key, label }) => [key, label])),
  }),
  path: '/settings/modules',
  pageAddress: '/settings/?tab=modules',
  title: 'Onderdelen',
  view: 'system/settings/modules',
  form: ModulesForm,
  save: async ({ trx, services, form }) => {
    const off = services.registry.modules.map(({ key }) => key).filter((key) => !form.modules.includes(key))
    // The menu around the page is drawn with it.
    return {
      ...savedSetting(await writeSetting(trx, 'modules_off', off, form.version)),
      redirect: '/settings/?tab=modules',
    }
  },
  example: () => ({ form: {} }),
})
