/** A message of which the intent is known, with the encoder's vector of it. */
export type Example = { text: string; intent: string; vector: Float32Array };
