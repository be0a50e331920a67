/** How many files go along; nothing for none. */
export const attachedText = (files: number): string =>
  files === 0 ? '' : files === 1 ? '1 bijlage' : `${files} bijlagen`

/**
 * What the button says that sends a message: to how many, now or later (rulings 10.14). The browser says it anew with each
 * choice.
 */
export function sendLabel(people: number, later = false): string {
  const verb = later ? 'Inplannen' : 'Versturen'
  if (people === 0) return verb
  return `${verb} ${later ? 'voor' : 'naar'} ${people} ${people === 1 ? 'persoon' : 'personen'}`
}
