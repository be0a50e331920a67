/** The numbers by which the law and machines know a company. */
export interface LawNumbers {
  coc_no: string | null
  vat_id: string | null
  peppol_id: string | null
}

export const NO_NUMBERS: LawNumbers = { coc_no: null, vat_id: null, peppol_id: null }

/** Whether it is reached by the number of a government (OIN): one sends back what does not bear a reference of its own. */
export const isGovernment = ({ peppol_id }: { peppol_id?: string | null }): boolean =>
  peppol_id?.startsWith('0190:') ?? false
