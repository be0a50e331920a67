import * as z from 'zod'
import { idOrNone, selectorId } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addRepeat } from '../../../platform/format/repeats.ts'
import { today } from '../../../platform/format/zone.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { chosenBuyers } from '../../../administration/sales/sales/index.ts'
import {
  addContract,
  attachContact,
  deleteContract,
  detachContact,
  editContract,
  extendContract,
  resumeContract,
  terminateContract,
} from './contracts.commands.ts'
import { contractFields } from './contracts.fields.ts'
import { ContractEditForm, ContractForm, TerminateForm, contractRecords } from './contracts.forms.ts'
import { getContract, listContractParts, listPlaces } from './contracts.queries.ts'
import { HOME } from './contracts.screens.ts'
import { contractsArea } from './rights.ts'

const access = { area: contractsArea, record: 'inspectionContract', right: 'change' } as const

interface Line {
  product_id: number
  name: string
  amount: number
}

/** What is agreed per period as the repeating block of its form. */
const productsBlock = (lines: readonly Line[]) => ({
  name: 'products',
  label: 'Product',
  addLabel: 'Product toevoegen',
  min: 0,
  max: contractFields.products.max!,
  view: 'inspections/contracts/line',
  items: lines.map((line) => ({ id: line.product_id, title: line.name, data: { line } })),
})

const query = z.object({
  company_id: z.string().default('').transform(idOrNone),
  contact_id: z.string().default('').transform(idOrNone),
})

/** The contract and what may be chosen in it. */
const NEW = { categories: [], devices: [], fixed_product: null, repeat: productsBlock([]) }

export const contractForms = recordForms({
  area: contractsArea,
  record: 'inspectionContract',
  label: 'Contract',
  path: HOME,
  home: HOME,
  size: 'large',
  view: 'inspections/contracts/form',
  name: 'contract',
  formRecords: contractRecords,
  add: {
    query,
    load: async ({ db, query: asked }) => {
      const buyers = { company_id: asked.company_id || null, contact_id: asked.contact_id || null }
      const hasBuyer = buyers.company_id !== null || buyers.contact_id !== null
      return {
        ...NEW,
        contract: null,
        buyers: await chosenBuyers(db, buyers),
        places: hasBuyer ? await listPlaces(db, buyers) : [],
        begins_at: today(),
      }
    },
    form: ContractForm,
    save: ({ trx, form }) => addContract(trx, form),
    open: (id) => `${HOME}/view/${id}`,
    example: (story) => ({
      form: {
        name: 'Blusmiddelen hele gebouw',
        company_id: story.companies.deLinde,
        begins_at: '01-01-2026',
        for_all_categories: '1',
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const contract = await getContract(db, params.id)
      const { products, categories, devices } = await listContractParts(db, params.id)
      return {
        contract,
        buyers: await chosenBuyers(db, contract),
        places: await listPlaces(db, contract),
        ...{ categories, devices, repeat: productsBlock(products), begins_at: contract.begins_at },
        fixed_product: contract.fixed_product,
      }
    },
    title: ({ contract }) => `${contract.name} wijzigen`,
    subtitle: ({ contract }) => contract.customer,
    form: ContractEditForm,
    save: ({ trx, params, form }) => editContract(trx, params.id, form),
    example: (story) => ({ params: { id: story.contracts.deLinde }, form: { name: 'Hele gebouw' } }),
    options: [],
  },
  delete: { remove: deleteContract, example: (story) => ({ form: { id: story.contracts.loose } }) },
})

/** The places of the customer that is chosen, for the address of a contract. */
export const contractPlaces = json({
  area: contractsArea,
  record: 'company',
  recordParam: null,
  right: 'change',
  path: `${HOME}/places`,
  query,
  answer: ({ db, query: asked }) =>
    listPlaces(db, { company_id: asked.company_id || null, contact_id: asked.contact_id || null }),
  example: (story) => ({ query: { company_id: String(story.companies.deLinde) }, foreign: null }),
})

/** It goes on for one more period. */
export const contractExtend = action({
  ...access,
  path: `${HOME}/extend/:id`,
  save: async ({ trx, params }) => {
    const until = await extendContract(trx, params.id)
    return {
      changed: [{ type: 'inspectionContract', id: params.id }],
      flash: { str: `Verlengd tot ${formatDate(until)}`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.contracts.deLinde } }),
})

/** Somebody said that it ends, and why. */
export const contractTerminate = formPopup({
  ...access,
  path: `${HOME}/terminate/:id`,
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ contract: await getContract(db, params.id) }),
  title: 'Contract opzeggen',
  subtitle: ({ contract }) => [contract.name, contract.customer].join(' · '),
  view: 'inspections/contracts/terminate',
  form: TerminateForm,
  version: ({ contract }) => contract.version,
  submits: [{ label: 'Opzeggen' }],
  save: async ({ trx, params, form }) => {
    await terminateContract(trx, params.id, form)
    return {
      changed: [{ type: 'inspectionContract', id: params.id }],
      flash: { str: 'Contract opgezegd', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.contracts.deLinde },
    form: { terminated_on: formatDate(addRepeat(today(), { count: 2, unit: 'months' })) },
  }),
})

/** It goes on after all. */
export const contractResume = action({
  ...access,
  path: `${HOME}/resume/:id`,
  save: async ({ trx, params }) => {
    await resumeContract(trx, params.id)
    return {
      changed: [{ type: 'inspectionContract', id: params.id }],
      flash: { str: 'Opzegging ingetrokken', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.contracts.terminated } }),
})

/** Who of the customer has to do with it. */
export const contractContactAdd = formPopup({
  ...access,
  path: `${HOME}/contacts/:id`,
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ contract: await getContract(db, params.id) }),
  title: 'Contact koppelen',
  subtitle: ({ contract }) => contract.name,
  view: 'inspections/contracts/contact',
  form: z.object({ contact_id: selectorId }),
  formRecords: { contact_id: 'contact' },
  submits: [{ label: 'Koppelen' }],
  save: async ({ trx, params, form }) => {
    await attachContact(trx, params.id, form.contact_id)
    return {
      changed: [{ type: 'inspectionContract', id: params.id }],
      flash: { str: 'Contact gekoppeld', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.contracts.deLinde }, form: { contact_id: story.contacts.gerrit } }),
})

const contacts = {
  ...access,
  recordParam: null,
  alsoRecords: { contractId: 'inspectionContract', contactId: 'contact' },
} as const

export const contractContactAttach = action({
  ...contacts,
  path: `${HOME}/attachContactToInspectionContract/:contractId/:contactId`,
  save: async ({ trx, params }) => {
    await attachContact(trx, params.contractId, params.contactId)
    return {
      changed: [{ type: 'inspectionContract', id: params.contractId }],
      flash: { str: 'Contact gekoppeld', type: 'success' },
    }
  },
  example: (story) => ({ params: { contractId: story.contracts.deLinde, contactId: story.contacts.gerrit } }),
})

export const contractContactDetach = action({
  ...contacts,
  path: `${HOME}/detachContactFromInspectionContract/:contractId/:contactId`,
  save: async ({ trx, params }) => {
    await detachContact(trx, params.contractId, params.contactId)
    return {
      changed: [{ type: 'inspectionContract', id: params.contractId }],
      flash: { str: 'Contact losgemaakt', type: 'success' },
    }
  },
  example: (story) => ({ params: { contractId: story.contracts.deLinde, contactId: story.contacts.anouk } }),
})
