// SHA-256 (FIPS 180-4), HMAC (RFC 2104) and hex.
#ifndef QUORATE_SHA256_MQH
#define QUORATE_SHA256_MQH
#include "portable.mqh"
#include "decimal.mqh"

const uint SHA_ROUND[64] =
  {
   0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
   0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
   0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
   0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
   0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
   0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
   0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
   0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

uint shaTurn(const uint x, const int by)
  {
   return((x >> by) | (x << (32 - by)));
  }

void shaBlock(AREF(uint, state), CREF(uchar, data), const int from)
  {
   uint w[64];
   for(int i = 0; i < 16; i++)
      w[i] = ((uint)data[from + 4 * i] << 24) | ((uint)data[from + 4 * i + 1] << 16) |
             ((uint)data[from + 4 * i + 2] << 8) | (uint)data[from + 4 * i + 3];
   for(int i = 16; i < 64; i++)
     {
      uint s0 = shaTurn(w[i - 15], 7) ^ shaTurn(w[i - 15], 18) ^ (w[i - 15] >> 3);
      uint s1 = shaTurn(w[i - 2], 17) ^ shaTurn(w[i - 2], 19) ^ (w[i - 2] >> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
     }
   uint a = state[0], b = state[1], c = state[2], d = state[3];
   uint e = state[4], f = state[5], g = state[6], h = state[7];
   for(int i = 0; i < 64; i++)
     {
      uint t1 = h + (shaTurn(e, 6) ^ shaTurn(e, 11) ^ shaTurn(e, 25)) + ((e & f) ^ (~e & g)) +
                SHA_ROUND[i] + w[i];
      uint t2 = (shaTurn(a, 2) ^ shaTurn(a, 13) ^ shaTurn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
     }
   state[0] += a;
   state[1] += b;
   state[2] += c;
   state[3] += d;
   state[4] += e;
   state[5] += f;
   state[6] += g;
   state[7] += h;
  }

// Writes the 32 bytes of the digest of `data` into `digest`.
void sha256(CREF(uchar, data), AREF(uchar, digest))
  {
   const int size = ArraySize(data);
   const int padded = ((size + 8) / 64 + 1) * 64;
   ARR(uchar, message);
   ArrayResize(message, padded);
   for(int i = 0; i < padded; i++)
      message[i] = (i < size) ? data[i] : (uchar)0;
   message[size] = 0x80;
   const ulong bits = (ulong)size * 8;
   for(int i = 0; i < 8; i++)
      message[padded - 1 - i] = (uchar)((bits >> (8 * i)) & 255);
   ARR(uint, state);
   ArrayResize(state, 8);
   state[0] = 0x6a09e667;
   state[1] = 0xbb67ae85;
   state[2] = 0x3c6ef372;
   state[3] = 0xa54ff53a;
   state[4] = 0x510e527f;
   state[5] = 0x9b05688c;
   state[6] = 0x1f83d9ab;
   state[7] = 0x5be0cd19;
   for(int at = 0; at < padded; at += 64)
      shaBlock(state, message, at);
   ArrayResize(digest, 32);
   for(int i = 0; i < 32; i++)
      digest[i] = (uchar)((state[i / 4] >> (24 - 8 * (i % 4))) & 255);
  }

void hmacSha256(CREF(uchar, key), CREF(uchar, data), AREF(uchar, digest))
  {
   ARR(uchar, block);
   if(ArraySize(key) > 64)
      sha256(key, block);
   else
      ArrayCopy(block, key);
   const int given = ArraySize(block);
   ArrayResize(block, 64);
   for(int i = given; i < 64; i++)
      block[i] = 0;
   const int size = ArraySize(data);
   ARR(uchar, inner);
   ArrayResize(inner, 64 + size);
   for(int i = 0; i < 64; i++)
      inner[i] = (uchar)(block[i] ^ 0x36);
   for(int i = 0; i < size; i++)
      inner[64 + i] = data[i];
   ARR(uchar, first);
   sha256(inner, first);
   ARR(uchar, outer);
   ArrayResize(outer, 96);
   for(int i = 0; i < 64; i++)
      outer[i] = (uchar)(block[i] ^ 0x5c);
   for(int i = 0; i < 32; i++)
      outer[64 + i] = first[i];
   sha256(outer, digest);
  }

string hexOf(CREF(uchar, bytes))
  {
   string text = "";
   const string digits = "0123456789abcdef";
   for(int i = 0; i < ArraySize(bytes); i++)
      text += StringSubstr(digits, bytes[i] >> 4, 1) + StringSubstr(digits, bytes[i] & 15, 1);
   return(text);
  }

// False unless the text is pairs of hex digits.
bool bytesOfHex(const string text, AREF(uchar, bytes))
  {
   const int size = StringLen(text) / 2;
   if(size * 2 != StringLen(text))
      return(false);
   ArrayResize(bytes, size);
   for(int i = 0; i < size; i++)
     {
      const int high = hexDigitOf(StringGetCharacter(text, 2 * i));
      const int low = hexDigitOf(StringGetCharacter(text, 2 * i + 1));
      if(high < 0 || low < 0)
         return(false);
      bytes[i] = (uchar)(high * 16 + low);
     }
   return(true);
  }

// The UTF-8 bytes of a text, without the zero that the terminal puts behind them.
void bytesOfText(const string text, AREF(uchar, bytes))
  {
   ArrayResize(bytes, 0);
   int size = StringToCharArray(text, bytes, 0, WHOLE_ARRAY, CP_UTF8);
   if(size > 0 && bytes[size - 1] == 0)
      size--;
   ArrayResize(bytes, size);
  }

string macOf(CREF(uchar, token), const string words)
  {
   ARR(uchar, data);
   ARR(uchar, digest);
   bytesOfText(words, data);
   hmacSha256(token, data, digest);
   return(hexOf(digest));
  }

// Compares in a time that does not depend on where the texts differ.
bool sameSecret(const string a, const string b)
  {
   if(StringLen(a) != StringLen(b))
      return(false);
   int difference = 0;
   for(int i = 0; i < StringLen(a); i++)
      difference |= StringGetCharacter(a, i) ^ StringGetCharacter(b, i);
   return(difference == 0);
  }

#endif
