/** The name of a table or column in SQL of a name in code: `customerId` is `customer_id`. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
