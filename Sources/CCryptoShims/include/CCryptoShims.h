// The few functions of libcrypto with which bundles are signed and digests are computed.
//
// In C with declarations of our own, because the library is loaded when it is first needed and not with the program: neither its
// headers nor the library are needed to build this, and a program that signs and verifies nothing does not load it. Keys,
// signatures and digests are plain bytes here; nothing here decides whether one of them is accepted.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum {
    APPEX_SHA256_BYTES = 32,
    APPEX_BLAKE2B_BYTES = 64,
    APPEX_ED25519_KEY_BYTES = 32,
    APPEX_ED25519_SIGNATURE_BYTES = 64,
};

/// Loads libcrypto. To be called once, before every other function of this file.
///
/// Its configuration file is not read, so that neither it nor a variable of the environment can add code.
///
/// - Parameter name: the file name of the library, as the dynamic linker knows it.
/// - Returns: NULL, or the reason of the failure, as the end of a sentence.
const char *_Nullable appex_crypto_start(const char *name);

// All functions that return an int return 1 for success and 0 for failure.

/// A SHA-256 in progress; NULL if there is no memory. It is released with appex_sha256_free.
void *_Nullable appex_sha256_begin(void);
int appex_sha256_add(void *digest, const void *_Nullable bytes, size_t count);
/// Writes the 32 bytes of the result. Nothing can be added afterwards.
int appex_sha256_end(void *digest, uint8_t *result);
void appex_sha256_free(void *digest);

/// Writes the 64 bytes of the BLAKE2b of some bytes.
int appex_blake2b(const void *_Nullable bytes, size_t count, uint8_t *result);

/// Writes the public key that belongs to the 32 bytes of a private key of Ed25519.
int appex_ed25519_public(const uint8_t *seed, uint8_t *key);
/// Signs a message with the 32 bytes of a private key of Ed25519.
int appex_ed25519_sign(const uint8_t *seed, const void *message, size_t count, uint8_t *signature);
/// Whether the 64 bytes of a signature fit a message and a public key of Ed25519.
int appex_ed25519_verify(const uint8_t *key, const void *message, size_t count, const uint8_t *signature);

/// Derives a key from a password by scrypt.
///
/// - Parameter cost: a power of two (N).
/// - Parameter memory: the maximum number of bytes that may be used.
int appex_scrypt(
    const void *_Nullable password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t cost,
    uint64_t block_size, uint64_t parallelism, uint64_t memory, uint8_t *key, size_t key_count);

/// Writes the public key that belongs to a private key of ECDSA or RSA in PEM, as a certificate contains it: the bytes of a point, or
/// an RSAPublicKey.
///
/// - Returns: the number of bytes; 0 if it is no such key, has a password, or its public key has more than `limit` bytes.
size_t appex_pem_public(const void *pem, size_t count, uint8_t *key, size_t limit);

#pragma clang assume_nonnull end
