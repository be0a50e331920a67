/** What the button says that sends a message: to how many (rulings 10.14). The browser says it anew with each choice. */
export function sendLabel(people: number): string {
  return people === 0 ? 'Versturen' : `Versturen naar ${people} ${people === 1 ? 'persoon' : 'personen'}`
}
