const reserved = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;

/** Whether a name stands under an ending that nobody can own (RFC 2606, RFC 6761). */
export const isReservedHost = (name: string): boolean => reserved.test(name.replace(/\.$/, ""));
