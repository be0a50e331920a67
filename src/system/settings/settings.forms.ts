import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { checkbox, version } from '../../platform/forms/fields.ts'
import { settingFields } from './settings.fields.ts'

export const OrganisationForm = z.object({
  version,
  ...parsersOf(settingFields, 'name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'),
  ...parsersOf(settingFields, 'phone', 'email', 'website'),
  ...parsersOf(settingFields, 'manual_url', 'welcome_picture', 'logo', 'offer_color'),
  remove_picture: checkbox,
  remove_logo: checkbox,
})

export const DocumentsForm = z.object({ version, ...parsersOf(settingFields, 'max_megabytes', 'kinds') })

export const MailForm = z.object({ version, ...parsersOf(settingFields, 'sender_name', 'reply_to', 'undo_seconds') })

export const ModulesForm = z.object({ version, ...parsersOf(settingFields, 'modules') })

export const TwoStepForm = z.object({ version, ...parsersOf(settingFields, 'roles') })
